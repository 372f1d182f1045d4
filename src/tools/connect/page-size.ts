import type { Dialect } from '../../dialect.js';
import { isPlainObject, withoutUndefined } from '../../values/plain-object.js';
import { sentLength } from '../../values/service-url.js';
import type { Note } from './notes.js';
import type { Answer, JsonRow, Question, Service } from './service.js';

/** More rows than any service returns at once. */
const MANY = 100_000;

const USUAL_SIZES = [1000, 500, 250, 200, 100, 50, 25, 20, 10];

interface Limit {
  readonly dialect: Dialect;
  readonly notes: readonly Note[];
}

/** How many rows came, whether or not there were more. */
export interface Counts {
  /** Without `take`. */
  readonly default: number;
  /** With a large one. */
  readonly max: number;
}

/**
 * Finds the rows of a list without `take`, and the most rows of any list. A number counts only if
 * it was returned twice while there were more rows: others write meanwhile.
 */
export async function findPageSize(
  service: Service,
  path: string,
): Promise<Limit & { readonly counts: Counts }> {
  const { take, skip, page, orderBy } = service.dialect.parameters;
  const list = (question: Omit<Question, 'path'> = {}) => service.ask({ path, ...question });

  const hasMore = async ({ rows = [], cursor, pagination }: Answer): Promise<boolean> => {
    if (rows.length === 0) return false;
    if (service.dialect.envelope.cursor) return typeof cursor === 'string' && cursor !== '';
    const total = totalIn(pagination);
    if (total !== undefined) return total > rows.length;
    if (skip !== null) return isFilled(await list({ take: 1, raw: [[skip, `${rows.length}`]] }));
    if (page !== null) return isFilled(await list({ take: rows.length, raw: [[page, '2']] }));
    if (orderBy === null) return false;
    const ordered = await list({ orderBy: { id: 'asc' }, take: rows.length });
    const last = ordered.rows?.at(-1)?.id ?? '';
    return isFilled(await list({ where: { id: { gt: last } }, take: 1 }));
  };
  const counts = { default: 0, max: 0 };
  const limitOf = async (
    name: keyof Counts,
    question: Omit<Question, 'path'>,
  ): Promise<number | undefined> => {
    const answer = await list(question);
    counts[name] = answer.rows?.length ?? 0;
    if (!(await hasMore(answer))) return undefined;
    const again = await list(question);
    return again.rows?.length === answer.rows?.length ? answer.rows?.length : undefined;
  };

  const usual = await limitOf('default', {});
  let max = take === null ? usual : undefined;
  if (take !== null && (await list({ take: MANY })).rows)
    max = await limitOf('max', { take: MANY });
  else if (take !== null)
    max = await findLargest(async (size) => (await list({ take: size })).rows !== undefined);
  if (usual === undefined && max === undefined)
    return {
      dialect: {},
      notes: [{ topic: 'pageSize', text: `not determined: ${path} has no more rows than came.` }],
      counts,
    };
  return { dialect: { pageSize: withoutUndefined({ default: usual, max }) }, notes: [], counts };
}

const isFilled = ({ rows = [] }: Answer): boolean => rows.length > 0;

/** The number of all rows, as a body shows it beside them. */
function totalIn(pagination: unknown): number | undefined {
  if (!isPlainObject(pagination)) return undefined;
  const found = Object.entries(pagination).find(
    ([name, value]) => /total/i.test(name) && !/page/i.test(name) && typeof value === 'number',
  );
  return found && Number(found[1]);
}

/** The largest number that a service accepts, if it rejects larger ones. */
async function findLargest(accepts: (size: number) => Promise<boolean>) {
  let rejected = MANY;
  for (const size of USUAL_SIZES) {
    if (!(await accepts(size))) {
      rejected = size;
      continue;
    }
    let accepted = size;
    if (await accepts(size + 1))
      for (accepted = size + 1; rejected - accepted > 1; ) {
        const middle = Math.floor((rejected + accepted) / 2);
        if (await accepts(middle)) accepted = middle;
        else rejected = middle;
      }
    return accepted;
  }
  return undefined;
}

/** How exactly the longest URL is found, in bytes. */
const STEP = 250;

/**
 * Finds whether the service accepts URLs of the declared or the default length, and otherwise which
 * it accepts: a long `in` of the same id must return its row.
 */
export async function findUrlLength(
  service: Service,
  { path, rows }: { readonly path: string; readonly rows: readonly JsonRow[] },
): Promise<Limit> {
  const id = rows[0]?.id ?? '';
  const longest = service.dialect.maxUrlLength;
  const whereOf = (count: number) => ({ id: { in: Array.from({ length: count }, () => id) } });
  const lengthOf = (count: number) =>
    `${service.baseUrl}/v1${path}?`.length +
    sentLength(service.searchOf({ path, where: whereOf(count) }));
  const [fixed, each] = [lengthOf(1), lengthOf(2) - lengthOf(1)];
  let outcome = '';
  const accepts = async (length: number): Promise<boolean> => {
    const count = Math.max(1, 1 + Math.floor((length - fixed) / each));
    const answer = await service.ask({ path, where: whereOf(count) });
    const isAccepted = answer.rows?.length === 1 && answer.rows[0]?.id === id;
    if (!isAccepted) outcome = answer.outcome;
    return isAccepted;
  };
  if (await accepts(longest)) return { dialect: {}, notes: [] };
  let [accepted, rejected] = [1_000, longest];
  if (!(await accepts(accepted)))
    return {
      dialect: {},
      notes: [
        { topic: 'maxUrlLength', text: `not determined: ${path} with a long \`in\`: ${outcome}.` },
      ],
    };
  while (rejected - accepted > STEP) {
    const middle = Math.round((accepted + rejected) / 2);
    if (await accepts(middle)) accepted = middle;
    else rejected = middle;
  }
  return { dialect: { maxUrlLength: accepted }, notes: [] };
}
