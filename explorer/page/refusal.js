// An error as an answer: `status` as in docs/api.md, 0 if there was no answer. The message is for people.
export class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}
