import type { JsonObject, JsonValue } from '../../schema/field.js';
import { type Column, columnValue } from './rows.js';
import type { JsonRow, Question, Reply, Service } from './service.js';

/** A filter that must find a row, and another that must not. */
export interface FilterPair {
  /** What both ask about, such as `gte`. */
  readonly label: string;
  readonly right: JsonValue;
  readonly wrong: JsonValue;
}

/** A column, or a relation with the include that returns it. */
type Asked = Pick<Column, 'path' | 'name'> & Pick<Question, 'include'>;

interface WrongPair {
  readonly label: string;
  readonly came: string;
  readonly isRejected: boolean;
}

/**
 * Asks for a row with filters of a column, or of a relation.
 *
 * @returns For each that is not right, what came; `undefined` if the row changed meanwhile.
 */
export async function askPairs(
  service: Service,
  asked: Asked,
  row: JsonRow,
  pairs: readonly FilterPair[],
): Promise<ReadonlyMap<string, string> | undefined> {
  const wrong = await findWrong(service, asked, row, pairs);
  if (wrong.some(({ isRejected }) => !isRejected)) {
    const { path, include } = asked;
    const { rows } = await service.ask({ path, where: { id: row.id }, include });
    if (!isUnchanged(asked, row, rows?.[0])) return undefined;
  }
  return new Map(wrong.map(({ label, came }) => [label, came]));
}

/** Asks with all filters at once, and with the halves if that is not right. */
async function findWrong(
  service: Service,
  asked: Asked,
  row: JsonRow,
  pairs: readonly FilterPair[],
): Promise<WrongPair[]> {
  const [pair, ...others] = pairs;
  if (!pair) return [];
  const right = pairs.map((each): JsonObject => ({ [asked.name]: each.right }));
  const wrong = pairs.map((each): JsonObject => ({ [asked.name]: each.wrong }));
  const questions = [
    { filters: right, expected: true },
    { filters: others.length > 0 ? [{ OR: wrong }] : wrong, expected: false },
  ];
  for (const { filters, expected } of questions) {
    const where = { AND: [{ id: row.id }, ...filters] };
    const reply = await service.ask({ path: asked.path, where });
    if (foundIn(reply, row) === expected) continue;
    if (others.length > 0) {
      const found = halvesOf(pairs).map((half) => findWrong(service, asked, row, half));
      return (await Promise.all(found)).flat();
    }
    const { label } = pair;
    const outcome = reply.rows?.length === 1 ? 'the row' : reply.outcome;
    const came = `${outcome} instead of ${expected ? 'the row' : 'no row'}`;
    return [{ label, came, isRejected: reply.isRejected }];
  }
  return [];
}

export function halvesOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
}

/**
 * Asks for a row that a filter of a column must find or must not find.
 *
 * @returns Also whether it was found; `undefined` if anything else came.
 */
export async function askRow(
  service: Service,
  { path, name }: Asked,
  row: JsonRow,
  filter: JsonValue,
): Promise<Reply & { readonly isFound: boolean | undefined }> {
  const where = { AND: [{ id: row.id }, { [name]: filter }] };
  const reply = await service.ask({ path, where });
  return { ...reply, isFound: foundIn(reply, row) };
}

/** Whether a reply has the row alone, or no row; `undefined` if anything else came. */
function foundIn({ rows }: Reply, { id }: JsonRow): boolean | undefined {
  if (rows?.length === 0) return false;
  return rows?.length === 1 && rows[0]?.id === id ? true : undefined;
}

/** Whether two readings of a row have the same value. */
export const isUnchanged = (
  column: Pick<Column, 'name'>,
  row: JsonRow,
  again: JsonRow | undefined,
): boolean =>
  again !== undefined &&
  JSON.stringify(columnValue(column, again)) === JSON.stringify(columnValue(column, row));
