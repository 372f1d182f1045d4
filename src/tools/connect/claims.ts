import type { Field, JsonObject } from '../../schema/field.js';
import { askRow, type Column, valueIn } from './columns.js';
import { ABSENT, ABSENT_ID } from './comparators.js';
import { areWritable, evidenceOf, repeatedValues } from './fields.js';
import type { FoundRelation } from './relations.js';
import type { Service } from './service.js';

/** What the answer to a question shows: that something is so, that it is not, or neither, in words. */
type Finding = boolean | string;

/** A field of a list that is asked. */
type Asked = Pick<Column, 'path' | 'name'>;

const single = ({ dialect }: Service) => (dialect.parameters.take === null ? {} : { take: 1 });

/** Whether a row of a list has null in a field. */
export async function askForNull(service: Service, column: Asked): Promise<Finding> {
  const { path, name } = column;
  const { rows, outcome } = await service.ask({
    path,
    where: { [name]: null },
    ...single(service),
  });
  if (rows?.length === 0) return false;
  const [row] = rows ?? [];
  if (row && valueIn(column, row) === null) return true;
  return `a filter by null: ${row ? 'a row without null' : outcome}`;
}

interface FoundValues {
  readonly values: readonly string[];
  /** Whether no row has another value. */
  readonly isComplete: Finding;
}

/** So many further values are asked for, one after the other. */
const MOST_NEW = 9;

/** The values of a field: asks for a row with another one until there is none. */
export async function askForValues(
  service: Service,
  column: Asked & { readonly field: Pick<Field, 'nullable'> },
  start: readonly string[],
  most = MOST_NEW,
): Promise<FoundValues> {
  const { path, name, field } = column;
  const values = [...start];
  for (let count = 0; count < most; count++) {
    const filter: JsonObject = { not_in: [...values], ...(field.nullable && { neq: null }) };
    const where = { [name]: filter };
    const { rows, outcome } = await service.ask({ path, where, ...single(service) });
    if (rows?.length === 0) return { values, isComplete: true };
    const [row] = rows ?? [];
    const value = row && valueIn(column, row);
    const asked = `\`not_in\` with ${values.length} values`;
    if (!row) return { values, isComplete: `${asked}: ${outcome}` };
    if (typeof value !== 'string' || values.includes(value))
      return {
        values,
        isComplete: `${asked}: a row with ${value === null ? 'null' : 'one of them'}`,
      };
    values.push(value);
  }
  return { values, isComplete: false };
}

/** Whether `like` finds a part of the text of a row, and not an absent text; false if it is rejected. */
async function askForLike(service: Service, column: Column): Promise<Finding> {
  const row = column.rows.find((each) => valueIn(column, each) !== null);
  if (!row) return 'no row has a value';
  const text = String(valueIn(column, row));
  const ask = (like: string) => askRow(service, column, row, { like });
  const found = await ask(text.length < 3 ? text : text.slice(1, -1));
  if (found.status >= 400 && found.status < 500) return false;
  const absent = await ask(ABSENT);
  if (found.isFound === true && absent.isFound === false) return true;
  return `\`like\` with a part of the value: ${found.outcome}; with an absent text: ${absent.outcome}`;
}

/** What was found out about a field or a relation, and how. */
export interface Claim {
  /** Of a field, as it was found. */
  readonly field?: Field;
  readonly proven: readonly string[];
  readonly doubts: readonly string[];
}

/** By path, such as `accounts.status`. */
export type Claims = ReadonlyMap<string, Claim>;

/** Asks about each field and relation of the resources that have rows. */
export async function askClaims(
  service: Service,
  columns: readonly Column[],
  relations: readonly FoundRelation[],
): Promise<Claims> {
  const controls = await askControls(service, columns);
  const ofFields = columns.map(
    async (column) => [column.topic, await askField(service, column, controls)] as const,
  );
  const ofRelations = relations.map(
    async (found) => [found.topic, await askRelation(service, found)] as const,
  );
  return new Map(await Promise.all([...ofFields, ...ofRelations]));
}

interface Controls {
  /** Whether a filter by null finds a row that has null. */
  readonly findsNull: boolean;
  /** Whether `like` is answered for a field that certainly is text. */
  readonly findsText: boolean;
}

/** More fields than these are not asked for a control. */
const MOST_CONTROLS = 4;

async function askControls(service: Service, columns: readonly Column[]): Promise<Controls> {
  let [findsNull, findsText] = [false, false];
  const withNull = columns.flatMap((column) => {
    const row = column.rows.find((each) => valueIn(column, each) === null);
    return row ? [{ column, row }] : [];
  });
  for (const { column, row } of withNull.slice(0, MOST_CONTROLS))
    findsNull ||= (await askRow(service, column, row, null)).isFound === true;
  const texts = columns.filter(
    ({ field, name, rows }) =>
      field.kind === 'string' && !repeatedValues(name, evidenceOf(rows, name)),
  );
  for (const column of texts.slice(0, MOST_CONTROLS))
    findsText ||= (await askForLike(service, column)) === true;
  return { findsNull, findsText };
}

async function askField(service: Service, column: Column, controls: Controls): Promise<Claim> {
  const { name, rows, field } = column;
  const evidence = evidenceOf(rows, name);
  const proven: string[] = [];
  const doubts: string[] = [];
  const isNull = evidence.nulls > 0 || (await askForNull(service, column));
  if (typeof isNull === 'string') doubts.push(isNull);
  else if (isNull && evidence.nulls === 0) proven.push('null in a row that was not read');
  else if (!isNull && !field.nullable)
    (controls.findsNull ? proven : doubts).push(
      controls.findsNull ? 'never null' : 'no row with null was found, nor is any known',
    );
  const claimed = isNull === true && !field.nullable ? { ...field, nullable: true } : field;
  const isDeclared = field.kind === 'enumeration' || field.values.length > 0;
  const repeated = field.kind === 'string' && repeatedValues(name, evidence);
  if (evidence.values.length === 0 || !(isDeclared || repeated))
    return { field: claimed, proven, doubts };

  const like = await askForLike(service, column);
  if (typeof like === 'string') doubts.push(like);
  else if (like || controls.findsText) proven.push(`\`like\` ${like ? 'works' : 'is rejected'}`);
  // Doubt means text, or what is declared.
  const isEnumeration = like === false && controls.findsText;
  const kind = isEnumeration ? 'enumeration' : like === true ? 'string' : field.kind;
  const { values, isComplete } = await findValues(service, { ...column, field: claimed });
  if (isComplete === true) proven.push('no other values');
  else doubts.push(isComplete || 'it has too many values, or long ones');
  const isSame = kind === field.kind && values.join('\n') === [...field.values].sort().join('\n');
  return { field: isSame ? claimed : { ...claimed, kind, values }, proven, doubts };
}

/** The declared and the other values of a field, sorted; none if they may not be written. */
async function findValues(service: Service, column: Column): Promise<FoundValues> {
  const { name, field, rows } = column;
  const seen = [...new Set(evidenceOf(rows, name).values.map(String))];
  const all = [...new Set([...field.values, ...seen])];
  const none = { values: [], isComplete: false };
  if (!areWritable(name, all)) return none;
  let found = await askForValues(service, column, all);
  // A service may reject a value that its enumeration does not have.
  if (typeof found.isComplete === 'string' && all.length > seen.length) {
    const again = await askForValues(service, column, seen);
    if (again.isComplete === true) found = again;
  }
  const isWritten = found.isComplete !== false && areWritable(name, found.values);
  return isWritten ? { ...found, values: [...found.values].sort() } : none;
}

/** Asks for a row by its own related row, and by another that it does not have. */
export async function askRelation(service: Service, found: FoundRelation): Promise<Claim> {
  const {
    pairs: [pair, ...pairs],
    relation,
    isMany,
  } = found;
  if (!relation || !pair) return { proven: [], doubts: [] };
  const { parent, related } = pair;
  const isOther = ({ parent: { id }, related: { id: child } }: typeof pair) =>
    id !== parent.id && child !== related.id;
  const its = { id: related.id };
  const other = { id: pairs.find(isOther)?.related.id ?? ABSENT_ID };
  const questions: readonly (readonly [JsonObject, JsonObject])[] = isMany
    ? [
        [{ some: its }, { some: other }],
        [{ none: other }, { none: its }],
        [{ every: { id: { neq: other.id } } }, { every: other }],
      ]
    : [[its, other]];
  for (const [index, filter] of questions.flat().entries()) {
    const isExpected = index % 2 === 0;
    const answer = await askRow(service, found, parent, filter);
    if (answer.isFound === isExpected) continue;
    const asked = isMany ? `\`${Object.keys(filter)[0]}\`` : 'a filter by its id';
    const doubt = `${asked} that ${isExpected ? 'holds' : 'does not hold'} for a row: ${answer.outcome}`;
    return { proven: [], doubts: [doubt] };
  }
  return { proven: ['filters'], doubts: [] };
}
