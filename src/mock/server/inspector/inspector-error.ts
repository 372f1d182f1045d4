/** Rejects a request to the inspector with a status and a message. */
export class InspectorError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}
