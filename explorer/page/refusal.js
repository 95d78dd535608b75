// An answer that is an error: `status` as in docs/api.md, 0 when nobody answered. The message is for people.
export class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}
