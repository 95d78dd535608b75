// An answer with an error: `status` is the HTTP status, 0 if there was no answer. The message is for the visitor.
export class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}
