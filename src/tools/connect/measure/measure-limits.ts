import type { Dialect, ResolvedDialect } from '../../../dialect/dialect.js';
import { requestDialect } from '../../../dialect/request-dialect.js';
import { settings } from '../../../dialect/settings.js';
import type { JsonObject } from '../../../schema/field.js';
import type { Resources } from '../../../schema/resources.js';
import { writeAuthorization } from '../../../values/headers.js';
import { isPlainObject, own, withoutUndefined } from '../../../values/plain-object.js';
import { sentLength } from '../../../values/service-url.js';
import type { Service, ServiceRequest } from '../service/live-service.js';
import type { ReceivedResponse } from '../service/response.js';
import type { MeasuredList } from './measure-parameters.js';

/** More rows than any service returns at once. */
const MANY = 100_000;

const USUAL_SIZES = [1000, 500, 200, 100, 50, 20, 10];

/**
 * Measures the number of rows of a list without `take`, and the largest page. Both show in the
 * numbers of rows, or in the member of the body that repeats the page size, such as
 * `pagination.limit`.
 */
export async function measurePageSize(
  service: Service,
  { path, rows, body }: MeasuredList,
): Promise<Pick<Dialect, 'pageSize'>> {
  const { take, skip, orderBy } = requestDialect(service.dialect).parameters;
  const ordered = orderBy === null ? {} : { orderBy: { id: 'asc' } as const };
  const list = (query: ServiceRequest['query']) =>
    service.getPatiently({ path, query: { ...ordered, ...query } });
  const count = (size: number) => list({ take: size });
  const isMoreThan = async (page: readonly JsonObject[] = []) => {
    if (skip === null && orderBy === null) return false;
    const next =
      skip === null ? { where: { id: { gt: page.at(-1)?.id ?? '' } } } : { skip: page.length };
    return ((await list(next)).rows?.length ?? 0) > 0;
  };
  if (take === null) {
    const { rows: page = [] } = await list({});
    return (await isMoreThan(page)) ? { pageSize: { default: page.length, max: page.length } } : {};
  }
  const small = await count(2);
  const shown = (value: unknown) => findNumber(value, take);
  const isRepeated = shown(small.body) === 2;
  const shownDefault = isRepeated ? shown(body) : undefined;

  let largest = await count(MANY);
  let max: number | undefined;
  if (largest.rows === undefined) {
    let [accepted, rejected] = [2, MANY];
    const tryOut = async (size: number) => {
      const response = await count(size);
      if (response.rows === undefined) rejected = size;
      else [accepted, largest] = [size, response];
    };
    for (const size of USUAL_SIZES) if (accepted === 2) await tryOut(size);
    while (rejected - accepted > 1) await tryOut(Math.floor((rejected + accepted) / 2));
    max = accepted;
  } else if (isRepeated && shown(largest.body) !== MANY) max = shown(largest.body);
  const most = largest.rows?.length ?? rows.length;
  if (max === undefined && (await isMoreThan(largest.rows))) max = most;
  const usual =
    shownDefault ?? (most > rows.length ? rows.length : max === rows.length ? max : undefined);
  if (usual === undefined && max === undefined) return {};
  return { pageSize: withoutUndefined({ default: usual, max }) };
}

/** The number under a name beside the rows of a body. */
function findNumber(body: unknown, name: string): number | undefined {
  if (!isPlainObject(body)) return undefined;
  const value = own(body, name);
  if (typeof value === 'number' && value > 0) return value;
  for (const member of Object.values(body)) {
    const found = findNumber(member, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

const LONGEST = settings.maxUrlLength.default;

/** How exactly a shorter limit is found, in bytes. */
export const STEP = 100;

/**
 * Measures whether the service accepts URLs of the default length, and otherwise which it accepts.
 */
export async function measureUrlLength(
  service: Service,
  { path, rows }: MeasuredList,
): Promise<Pick<Dialect, 'maxUrlLength'>> {
  const id = String(rows[0]?.id);
  const accepts = async (length: number): Promise<boolean> => {
    const { rows: found } = await service.getPatiently(requestOf(service, path, id, length));
    return found?.length === 1;
  };
  if (await accepts(LONGEST)) return { maxUrlLength: undefined };
  let [accepted, rejected] = [1_000, LONGEST];
  if (!(await accepts(accepted))) return {}; // it rejects the query for another reason
  while (rejected - accepted > STEP) {
    const middle = Math.round((accepted + rejected) / 2);
    if (await accepts(middle)) accepted = middle;
    else rejected = middle;
  }
  return { maxUrlLength: accepted };
}

/** A list of one row, as a client asks for it with a long `in`, whose URL has a length. */
function requestOf(service: Service, path: string, id: string, length: number): ServiceRequest {
  const requestWith = (count: number): ServiceRequest => ({
    path,
    query: { where: { id: { in: Array.from({ length: count }, () => id) } } },
  });
  const lengthWith = (count: number) =>
    `${service.baseUrl}/v1${path}?`.length + sentLength(service.searchOf(requestWith(count)));
  const one = lengthWith(1);
  const each = lengthWith(2) - one;
  return requestWith(Math.max(1, 1 + Math.floor((length - one) / each)));
}

/** No row has it, and it is derived from no key. */
const UNKNOWN_ID = '00000000-0000-4000-8000-00000000dead';
const WRONG_KEY = writeAuthorization('made-up-key-of-payments-data-client');

/**
 * Measures the statuses of rejected requests, and where their body has its message. Services ignore
 * some invalid queries, so several are sent until one is rejected.
 */
export async function measureRejections(
  service: Service,
  schema: Resources,
  { name, path, rows }: MeasuredList,
): Promise<Pick<Dialect, 'rejections'>> {
  const { where = 'where', include = 'include' } = requestDialect(service.dialect).parameters;
  const [field = 'name', other = 'type'] = Object.keys(rows[0] ?? {}).filter((key) => key !== 'id');
  const invalid = [
    [where, "no_such_field:'x'"],
    [where, '{{{'],
    [include, `${field}:true,${other}:false`],
    [where, "id:{no_such_comparator:'x'}"],
  ] as const;
  let query: ReceivedResponse | undefined;
  for (const [parameter, text] of invalid) {
    if (query || parameter === null) continue;
    const response = await service.getPatiently({ path, raw: [[parameter, text]] });
    if (isRejected(response)) query = response;
  }
  const credentials = await service.getPatiently({ path, authorization: WRONG_KEY });
  const single = [name, ...Object.keys(schema)].find((one) =>
    schema[one]?.operations.includes('get'),
  );
  const id = single
    ? await service.getPatiently({ path: `${schema[single]?.path}/${UNKNOWN_ID}` })
    : undefined;
  const body = [query, credentials, id]
    .map((response) => formOf(response?.body))
    .find((form) => form);
  const rejections = withoutUndefined({
    query: statusUnlike(400, query),
    credentials: statusUnlike(401, credentials),
    id: statusUnlike(404, id),
    body: body === 'errors' ? undefined : body,
  });
  return { rejections: Object.keys(rejections).length === 0 ? undefined : rejections };
}

const isRejected = ({ status }: ReceivedResponse): boolean => status >= 400 && status < 500;

const statusUnlike = (usual: number, response: ReceivedResponse | undefined): number | undefined =>
  response && isRejected(response) && response.status !== usual ? response.status : undefined;

/** Where a body has its message; `undefined` if it is none of the alternatives. */
function formOf(body: unknown): ResolvedDialect['rejections']['body'] | undefined {
  if (!isPlainObject(body)) return undefined;
  const { errors, error, message } = body;
  if (Array.isArray(errors)) return 'errors';
  if (isPlainObject(error) && typeof error.message === 'string') return 'error.message';
  if (typeof error === 'string' && message === undefined) return 'error';
  return typeof message === 'string' ? 'message' : undefined;
}
