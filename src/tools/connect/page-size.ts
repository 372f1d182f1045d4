import type { Dialect } from '../../dialect.js';
import { urlLength } from '../../http/service-url.js';
import { withoutUndefined } from '../../values/plain-object.js';
import type { Note } from './notes.js';
import type { Answer, ListRows, Parameter, Question, Service } from './service.js';

/** More rows than any service returns at once. */
const MANY = 100_000;

/** The rows that came without `take`, and with a large one, whether or not there were more. */
export interface Counts {
  default: number;
  max: number;
}

/**
 * Finds the rows of a list without `take`, and the most rows of any list. A number counts only if
 * it came twice while there were more rows: others write meanwhile.
 */
export async function findPageSize(service: Service, path: string) {
  const { take, skip, page } = service.dialect.parameters;
  const list = (question: Omit<Question, 'path'>) => service.ask({ path, ...question });
  const hasMore = async ({ rows: { length } = [], cursor }: Answer): Promise<boolean> => {
    if (length === 0 || service.dialect.envelope.cursor !== null) return Boolean(cursor);
    const next: Parameter = skip !== null ? [skip, `${length}`] : [page ?? '', '2'];
    return next[0] !== '' && Boolean((await list({ take: length, raw: [next] })).rows?.length);
  };
  const counts: Counts = { default: 0, max: 0 };
  const limitOf = async (name: keyof Counts, question: Omit<Question, 'path'>) => {
    const answer = await list(question);
    counts[name] = answer.rows?.length ?? 0;
    const isLimit = (await hasMore(answer)) && (await list(question)).rows?.length === counts[name];
    return isLimit ? counts[name] : undefined;
  };
  const usual = await limitOf('default', {});
  const accepts = async (size: number) => (await list({ take: size })).rows !== undefined;
  let max = usual;
  if (take !== null)
    max = (await accepts(MANY))
      ? await limitOf('max', { take: MANY })
      : await largest(MANY, 1, accepts);
  const pageSize: Dialect['pageSize'] = withoutUndefined({ default: usual, max });
  return { pageSize: Object.keys(pageSize).length > 0 ? pageSize : undefined, counts };
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
    const answer = await service.ask({ path, where: whereOf(count) });
    const isAccepted = answer.rows?.length === 1 && answer.rows[0]?.id === id;
    if (!isAccepted) came = answer.outcome;
    return isAccepted;
  };
  if (await accepts(longest)) return { notes: [] };
  const accepted = await largest(longest, STEP, accepts);
  if (accepted !== undefined) return { maxUrlLength: accepted, notes: [] };
  return { notes: [{ topic: 'maxUrlLength', text: `${path} with a long \`in\`: ${came}` }] };
}
