/** Data with the response that it was in. */
export interface WithResponse<Data> {
  readonly data: Data;
  /** The HTTP response: status and headers. Its body has been read. */
  readonly response: Response;
  /**
   * What the service sent beside a list, in the member `pagination` or the one that `dialect.envelope` names;
   * `undefined` if it sent nothing.
   */
  readonly pagination: unknown;
}

/** A promise of data. */
export interface ResponsePromise<Data> extends Promise<Data> {
  /**
   * Returns the data together with the HTTP response.
   *
   * @example
   * const { data, response } = await client.balances.list().withResponse();
   * console.log(response.headers.get('x-request-id'));
   */
  withResponse(): Promise<WithResponse<Data>>;
}

/** Creates a method of the client from a function that sends a request. */
export const createRequestMethod =
  <Input extends unknown[], Data>(
    request: (
      ...input: Input
    ) => Promise<Omit<WithResponse<Data>, 'pagination'> & { readonly pagination?: unknown }>,
  ) =>
  (...input: Input): ResponsePromise<Data> => {
    const result = request(...input);
    const withResponse = async () => {
      const { data, response, pagination } = await result;
      return { data, response, pagination };
    };
    return Object.assign(
      result.then(({ data }) => data),
      { withResponse },
    );
  };
