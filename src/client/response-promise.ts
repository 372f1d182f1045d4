/** An answer with what came beside its data. */
export interface WithResponse<Data> {
  readonly data: Data;
  /** The response: status and headers. Its body is read already. */
  readonly response: Response;
  /** What the service says of paging beside a list, as it says it (decision 1); `undefined` where it says nothing. */
  readonly pagination: unknown;
}

/** A promise of the data of an answer. */
export interface ResponsePromise<Data> extends Promise<Data> {
  /** The data together with the response. */
  withResponse(): Promise<WithResponse<Data>>;
}

/** Makes the promise that a call returns. */
export function respond<Data>(whole: Promise<WithResponse<Data>>): ResponsePromise<Data> {
  const data = whole.then((answer) => answer.data);
  const withResponse = () => {
    data.catch(() => {}); // who asks for the whole hears of its failure there
    return whole;
  };
  return Object.assign(data, { withResponse });
}
