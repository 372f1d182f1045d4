import type { Dialect } from '../../dialect.js';
import { urlLength } from '../../http/service-url.js';
import { withoutUndefined } from '../../values/plain-object.js';
import type { Note } from './notes.js';
import type { ListRows, Question, Reply, Service } from './service.js';

/** More rows than any service returns at once. */
const MANY = 100_000;

/** The rows that came without `take`, and with a large one, whether or not there were more. */
export interface PageCounts {
  default: number;
  max: number;
}

interface FoundSize {
  readonly pageSize?: Dialect['pageSize'];
  readonly counts: PageCounts;
  readonly notes: readonly Note[];
}

export async function findPageSize(
  service: Service,
  lists: readonly ListRows[],
): Promise<FoundSize> {
  const found = await service.attempt(() => askForSizes(service, lists), 'pageSize');
  return found ?? { counts: { default: 0, max: 0 }, notes: [] };
}

const sizeOf = ({ rows = [] }: { readonly rows?: readonly unknown[] }): number => rows.length;

/** Asks the list with the most rows: a limit that is above its number is not found. */
async function askForSizes(service: Service, lists: readonly ListRows[]): Promise<FoundSize> {
  const { take } = service.dialect.parameters;
  const asked = await Promise.all(
    lists.map(async ({ path, rows }) => {
      const many = take === null ? undefined : await service.ask({ path, take: MANY });
      return { path, many, size: sizeOf(many ?? { rows }) };
    }),
  );
  const [longest] = asked.sort((left, right) => right.size - left.size);
  if (!longest) throw new Error('There is no list.'); // which the caller has checked
  const { path, many } = longest;
  const ask = (question: Omit<Question, 'path'>) => service.ask({ path, ...question });
  const counts: PageCounts = { default: 0, max: 0 };
  // A number counts only if it came twice while there were more rows: others write meanwhile.
  const limitOf = async (name: keyof PageCounts, take: number | undefined, first: Reply) => {
    const size = sizeOf(first);
    counts[name] = size;
    const isLimit = (await hasMore(service, path, first)) && sizeOf(await ask({ take })) === size;
    return isLimit ? size : undefined;
  };
  const usual = await limitOf('default', undefined, await ask({}));
  const accepts = async (size: number) => (await ask({ take: size })).rows !== undefined;
  let max = usual;
  if (many?.isRejected) max = await largest(MANY, 1, accepts);
  else if (many) max = await limitOf('max', MANY, many);
  const pageSize = withoutUndefined({ default: usual, max });
  for (const { path: other, many: reply, size } of asked)
    if (
      size < (max ?? usual ?? 0) &&
      (await hasMore(service, other, reply ?? (await service.ask({ path: other }))))
    )
      return {
        counts,
        notes: [
          {
            topic: 'pageSize',
            text: `it differs: ${size} rows of ${other}, ${max ?? usual} of ${path}`,
          },
        ],
      };
  if (max !== undefined) return { pageSize, counts, notes: [] };
  const missing = usual === undefined ? 'not determined' : 'its maximum is not determined';
  const text = `${missing}: no list has more than ${Math.max(...Object.values(counts))} rows`;
  const notes = [{ topic: 'pageSize', text }];
  return usual === undefined ? { counts, notes } : { pageSize, counts, notes };
}

async function hasMore(
  service: Service,
  path: string,
  { rows: { length } = [], cursor }: Reply,
): Promise<boolean> {
  const { skip, page } = service.dialect.parameters;
  if (length === 0 || service.dialect.envelope.cursor !== null) return Boolean(cursor);
  if (skip === null && page === null) return false;
  const next = skip !== null ? ([skip, `${length}`] as const) : ([page ?? '', '2'] as const);
  return sizeOf(await service.ask({ path, take: length, raw: [next] })) > 0;
}

/** The largest number that is accepted, to a step, if this one is rejected. */
async function largest(
  tooLarge: number,
  step: number,
  accepts: (size: number) => Promise<boolean>,
): Promise<number | undefined> {
  let [accepted, rejected] = [0, tooLarge];
  while (rejected - accepted > step) {
    const middle = Math.round((accepted + rejected) / 2);
    if (await accepts(middle)) accepted = middle;
    else rejected = middle;
  }
  return accepted || undefined;
}

/** How exactly the longest URL is found, in bytes. */
const STEP = 250;

/**
 * Finds whether the service accepts URLs of the declared or the default length, and otherwise which
 * it accepts: a long `in` of the same id must return its row.
 */
export async function findUrlLength(
  service: Service,
  { path, rows }: ListRows,
): Promise<{ readonly maxUrlLength?: number; readonly notes: readonly Note[] }> {
  const id = rows[0]?.id ?? '';
  const longest = service.dialect.maxUrlLength;
  const whereOf = (count: number) => ({ id: { in: Array.from({ length: count }, () => id) } });
  const lengthOf = (count: number) =>
    urlLength(service.baseUrl, path, service.searchOf({ path, where: whereOf(count) }));
  const [fixed, each] = [lengthOf(1), lengthOf(2) - lengthOf(1)];
  let came = '';
  const accepts = async (length: number): Promise<boolean> => {
    const count = Math.max(1, 1 + Math.floor((length - fixed) / each));
    const { rows: found = [], outcome } = await service.ask({ path, where: whereOf(count) });
    const isAccepted = found.length === 1 && found[0]?.id === id;
    if (!isAccepted) came = outcome;
    return isAccepted;
  };
  const [topic, asked] = ['maxUrlLength', `${path} with a long \`in\``];
  const find = async () =>
    (await accepts(longest)) ? longest : ((await largest(longest, STEP, accepts)) ?? 0);
  const found = await service.attempt(find, topic, asked);
  if (found === 0) return { notes: [{ topic, text: `${asked}: ${came}` }] };
  return found === undefined || found === longest
    ? { notes: [] }
    : { maxUrlLength: found, notes: [] };
}
