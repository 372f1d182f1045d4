import type { Dialect, ResolvedDialect } from '../dialect/dialect.js';
import { requestDialect } from '../dialect/request-dialect.js';
import type { Resources } from '../schema/resources.js';
import { writeAuthorization } from '../values/authorization.js';
import { isPlainObject } from '../values/plain-object.js';
import { askAgain } from './ask-again.js';
import type { Subject } from './measure-parameters.js';
import type { Service, ServiceAnswer, ServiceRequest } from './service.js';

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
  const invalid: ServiceRequest['raw'][] = [
    ...(where === null ? [] : [[[where, "no_such_field:'x'"]] as const, [[where, '{{{']] as const]),
    ...(include === null ? [] : [[[include, `${field}:true,${other}:false`]] as const]),
    ...(where === null ? [] : [[[where, "id:{no_such_comparator:'x'}"]] as const]),
  ];
  let query: ServiceAnswer | undefined;
  for (const raw of invalid) {
    const answer = await askAgain(service, { path, raw: raw ?? [] });
    if (!isRejected(answer)) continue;
    query = answer;
    break;
  }
  const credentials = await askAgain(service, { path, authorization: WRONG_KEY });
  const single = [name, ...Object.keys(schema)].find((one) => schema[one]?.operations.includes('get'));
  const id = single && (await askAgain(service, { path: `${schema[single]?.path}/${UNKNOWN_ID}` }));
  const body = [query, credentials, ...(id ? [id] : [])].flatMap(
    (answer) => (answer && formOf(answer.body)) ?? [],
  )[0];
  const rejections = {
    ...(query && query.status !== 400 && { query: query.status }),
    ...(isRejected(credentials) && credentials.status !== 401 && { credentials: credentials.status }),
    ...(id && isRejected(id) && id.status !== 404 && { id: id.status }),
    ...(body && body !== 'errors' && { body }),
  };
  return { rejections: Object.keys(rejections).length === 0 ? undefined : rejections };
}

const isRejected = ({ status }: ServiceAnswer): boolean => status >= 400 && status < 500;

/** Where a body has its message; `undefined` if it is none of the alternatives. */
function formOf(body: unknown): ResolvedDialect['rejections']['body'] | undefined {
  if (!isPlainObject(body)) return undefined;
  const { errors, error, message } = body;
  if (Array.isArray(errors)) return 'errors';
  if (isPlainObject(error) && typeof error.message === 'string') return 'error.message';
  if (typeof error === 'string' && message === undefined) return 'error';
  return typeof message === 'string' ? 'message' : undefined;
}
