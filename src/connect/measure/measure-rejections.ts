import type { Dialect, ResolvedDialect } from '../../dialect/dialect.js';
import { requestDialect } from '../../dialect/request-dialect.js';
import type { Resources } from '../../schema/resources.js';
import { writeAuthorization } from '../../values/authorization.js';
import { isPlainObject, withoutUndefined } from '../../values/plain-object.js';
import { askAgain } from '../service/ask-again.js';
import type { Service, ServiceAnswer } from '../service/service.js';
import type { Subject } from './measure-parameters.js';

/** No row has it, and it is derived from no key. */
const UNKNOWN_ID = '00000000-0000-4000-8000-00000000dead';
const WRONG_KEY = writeAuthorization('made-up-key-of-payments-data-client');

/**
 * Measures the statuses of rejected requests, and where their body has its message. Services ignore some invalid
 * queries, so several are sent until one is rejected.
 */
export async function measureRejections(
  service: Service,
  schema: Resources,
  { name, path, rows }: Subject,
): Promise<Pick<Dialect, 'rejections'>> {
  const { where = 'where', include = 'include' } = requestDialect(service.dialect).parameters;
  const [field = 'name', other = 'type'] = Object.keys(rows[0] ?? {}).filter((key) => key !== 'id');
  const invalid = [
    [where, "no_such_field:'x'"],
    [where, '{{{'],
    [include, `${field}:true,${other}:false`],
    [where, "id:{no_such_comparator:'x'}"],
  ] as const;
  let query: ServiceAnswer | undefined;
  for (const [parameter, text] of invalid) {
    if (query || parameter === null) continue;
    const answer = await askAgain(service, { path, raw: [[parameter, text]] });
    if (isRejected(answer)) query = answer;
  }
  const credentials = await askAgain(service, { path, authorization: WRONG_KEY });
  const single = [name, ...Object.keys(schema)].find((one) => schema[one]?.operations.includes('get'));
  const id = single ? await askAgain(service, { path: `${schema[single]?.path}/${UNKNOWN_ID}` }) : undefined;
  const body = [query, credentials, id].map((answer) => formOf(answer?.body)).find((form) => form);
  const rejections = withoutUndefined({
    query: statusUnlike(400, query),
    credentials: statusUnlike(401, credentials),
    id: statusUnlike(404, id),
    body: body === 'errors' ? undefined : body,
  });
  return { rejections: Object.keys(rejections).length === 0 ? undefined : rejections };
}

const isRejected = ({ status }: ServiceAnswer): boolean => status >= 400 && status < 500;

/** The status of a rejection, if it is not the usual one. */
const statusUnlike = (usual: number, answer: ServiceAnswer | undefined): number | undefined =>
  answer && isRejected(answer) && answer.status !== usual ? answer.status : undefined;

/** Where a body has its message; `undefined` if it is none of the alternatives. */
function formOf(body: unknown): ResolvedDialect['rejections']['body'] | undefined {
  if (!isPlainObject(body)) return undefined;
  const { errors, error, message } = body;
  if (Array.isArray(errors)) return 'errors';
  if (isPlainObject(error) && typeof error.message === 'string') return 'error.message';
  if (typeof error === 'string' && message === undefined) return 'error';
  return typeof message === 'string' ? 'message' : undefined;
}
