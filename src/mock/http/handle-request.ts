import { isQueryError } from '../../errors/usage-errors.js';
import { nearestName } from '../../values/did-you-mean.js';
import type { ApiKeyTable } from '../api-keys.js';
import type { Store } from '../rows/store.js';
import { authenticate } from './authenticate.js';
import { MAX_SIZE } from './parse-body.js';
import type { AskedQuery } from './parse-query.js';
import { redact } from './redact.js';
import type { RecordedRequest } from './request-log.js';
import { type Answer, Refusal, refusalAnswer } from './response.js';
import { type Call, pathsOf, type Router } from './routes.js';

/** What answers: the rows, the keys and the paths. */
export interface Service {
  readonly store: Store;
  readonly keys: ApiKeyTable;
  readonly router: Router;
}

/** An answer, and what the request log says of the request. */
export interface Served {
  readonly answer: Answer;
  readonly record: RecordedRequest;
}

/** Answers a request for a path below the base URL: authentication first, then the path, then the query. */
export async function handleRequest(
  request: Request,
  { path, search }: Pick<Call, 'path' | 'search'>,
  { store, keys, router }: Service,
): Promise<Served> {
  const asked: AskedQuery = {};
  let keyId: string | undefined;
  let answer: Answer;
  try {
    authenticate(request, keys, (key) => {
      keyId = key.id;
    });
    answer = await route({ request, path, search, asked }, router, store);
  } catch (error) {
    const { status, message, headers } = refusalOf(error);
    answer = refusalAnswer({ status, headers, message: redact(message, keys.secrets()) });
  }
  const record = {
    method: request.method,
    path,
    ...asked,
    status: answer.status,
    ...(keyId !== undefined && { keyId }),
  };
  return { answer, record };
}

function route(call: Call, router: Router, store: Store): Answer | Promise<Answer> {
  const { request, path } = call;
  if (request.url.length > MAX_SIZE) throw new Refusal(414, 'The URL is longer than 1 MiB.');
  const found = router(path);
  if (!found) {
    const near = nearestName(path, pathsOf(store.schema));
    throw new Refusal(
      404,
      `The service has nothing at ${path.slice(0, 200)}.${near ? ` Did you mean \`${near}\`?` : ''}`,
    );
  }
  const handler = found.route.get(request.method);
  if (handler) return handler(call, found.id);
  const allowed = [...found.route.keys()].join(', ');
  throw new Refusal(405, `${request.method} is not allowed on ${path.slice(0, 200)}, only ${allowed}.`, {
    Allow: allowed,
  });
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (isQueryError(error)) return new Refusal(400, error.message);
  throw error;
}
