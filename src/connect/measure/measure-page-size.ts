import type { Dialect } from '../../dialect/dialect.js';
import { requestDialect } from '../../dialect/request-dialect.js';
import type { JsonObject } from '../../schema/field.js';
import { isPlainObject, own, withoutUndefined } from '../../values/plain-object.js';
import { askAgain } from '../service/ask-again.js';
import type { Service, ServiceRequest } from '../service/service.js';
import type { Subject } from './measure-parameters.js';

/** More rows than any service returns at once. */
const MANY = 100_000;

/** Page sizes that are tried if a larger one is rejected. */
const USUAL_SIZES = [1000, 500, 200, 100, 50, 20, 10];

/**
 * Measures the number of rows of a list without `take`, and the largest page. Both show in the numbers of rows, or
 * in the member of the body that repeats the page size, such as `pagination.limit`.
 */
export async function measurePageSize(
  service: Service,
  { path, rows, body }: Subject,
): Promise<Pick<Dialect, 'pageSize'>> {
  const { take, skip, orderBy } = requestDialect(service.dialect).parameters;
  const ordered = orderBy === null ? {} : { orderBy: { id: 'asc' } as const };
  const list = (query: ServiceRequest['query']) =>
    askAgain(service, { path, query: { ...ordered, ...query } });
  const count = (size: number) => list({ take: size });
  const isMoreThan = async (page: readonly JsonObject[] = []) => {
    if (skip === null && orderBy === null) return false;
    const next = skip === null ? { where: { id: { gt: page.at(-1)?.id ?? '' } } } : { skip: page.length };
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
      const answer = await count(size);
      if (answer.rows === undefined) rejected = size;
      else [accepted, largest] = [size, answer];
    };
    for (const size of USUAL_SIZES) if (accepted === 2) await tryOut(size);
    while (rejected - accepted > 1) await tryOut(Math.floor((rejected + accepted) / 2));
    max = accepted;
  } else if (isRepeated && shown(largest.body) !== MANY) max = shown(largest.body);
  const most = largest.rows?.length ?? rows.length;
  if (max === undefined && (await isMoreThan(largest.rows))) max = most;
  const usual = shownDefault ?? (most > rows.length ? rows.length : max === rows.length ? max : undefined);
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
