import { createMock, type Mock, type MockData } from 'payments-data-client/mock';

/** A request to a changed server, and the server without the change. */
export interface Exchange {
  readonly request: Request;
  readonly mock: Mock;
  /** Responds as the server would without the change. */
  readonly next: (request: Request) => Promise<Response>;
}

/** One changed behavior. May throw a {@link Rejection}. */
export type Change = (exchange: Exchange) => Promise<Response>;

/** A service that differs from the mock in one behavior. */
export interface ChangedServer {
  /** What the service does: `ignores order_by`. */
  readonly name: string;
  /** The mock behind it, if an option of `createMock` is a part of the change. */
  readonly mock?: (data: MockData | undefined) => Mock;
  readonly change?: Change;
  /** A request whose response changes. */
  readonly shownBy: StatedRequest;
  /** Similar requests whose responses stay the same. */
  readonly keeps: readonly StatedRequest[];
}

/** A path below `/v1` with its query, and how the request is signed if not in the usual way. */
export type StatedRequest =
  | string
  | { readonly path: string; readonly authorization: (apiKey: string) => string | undefined };

/** Rejects a request, in the format of the mock. */
export class Rejection extends Error {
  constructor(
    message: string,
    readonly status = 400,
  ) {
    super(message);
  }
}

/** The response of a change; a rejection is one too. */
async function respond(change: Change, exchange: Exchange): Promise<Response> {
  try {
    return await change(exchange);
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    return Response.json({ errors: [error.message] }, { status: error.status });
  }
}

/**
 * Starts a changed server in process, with the sample data by default: the options of a client for
 * it.
 */
export function startServer(
  {
    mock: create = (rows) => createMock({ data: rows }),
    change,
  }: Pick<ChangedServer, 'mock' | 'change'>,
  data?: MockData,
) {
  const mock = create(data);
  const { baseUrl, apiKey } = mock.clientOptions;
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    if (!change) return mock.fetch(request);
    return respond(change, { request, mock, next: mock.fetch });
  };
  return { baseUrl, apiKey, fetch, mock };
}
