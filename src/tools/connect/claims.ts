import type { Field, JsonObject } from '../../schema/field.js';
import { askRow, type Column, valueIn } from './columns.js';
import { ABSENT, ABSENT_ID } from './comparators.js';
import { areRepeated, areWritable } from './fields.js';
import type { FoundRelation } from './relations.js';
import type { Service } from './service.js';

/** What the answer to a question shows: that something is so, that it is not, or neither, in words. */
type Finding = boolean | string;

/** Whether a row of a list has null in a field. */
export async function askForNull(service: Service, column: Column): Promise<Finding> {
  const { path, name, evidence } = column;
  if (evidence.nulls > 0) return true;
  const { rows, outcome } = await service.ask({ path, where: { [name]: null }, take: 1 });
  const [row] = rows ?? [];
  if (rows && (!row || valueIn(column, row) === null)) return row !== undefined;
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
  column: Column,
  start: readonly string[],
  most = MOST_NEW,
): Promise<FoundValues> {
  const { path, name, field } = column;
  const values = [...start];
  for (let count = 0; count < most; count++) {
    const filter: JsonObject = { not_in: [...values], ...(field.nullable && { neq: null }) };
    const { rows, outcome } = await service.ask({ path, where: { [name]: filter }, take: 1 });
    if (rows?.length === 0) return { values, isComplete: true };
    const value = rows?.[0] && valueIn(column, rows[0]);
    if (typeof value !== 'string' || values.includes(value)) {
      const row = `a row with ${value === null ? 'null' : 'one of them'}`;
      const came = value === undefined ? outcome : row;
      return { values, isComplete: `\`not_in\` with ${values.length} values: ${came}` };
    }
    values.push(value);
  }
  return { values, isComplete: false };
}

/** Whether `like` finds a part of the text of a row, and not an absent text; false if it is rejected. */
async function askForLike(service: Service, column: Column): Promise<Finding> {
  const row = column.rows.find((each) => valueIn(column, each) !== null);
  if (!row) return 'no row has a value';
  const text = `${valueIn(column, row)}`;
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
  const claims = [
    ...columns.map(async (each) => [each.topic, await askField(service, each, controls)] as const),
    ...relations.map(async (each) => [each.topic, await askRelation(service, each)] as const),
  ];
  return new Map(await Promise.all(claims));
}

/** More fields than these are not asked for a control. */
const MOST_CONTROLS = 4;

/** Whether a filter by null finds a row, and `like` is answered for what certainly is text. */
async function askControls(service: Service, columns: readonly Column[]) {
  const isFound = async (asked: readonly Column[], ask: (column: Column) => Promise<Finding>) => {
    for (const column of asked.slice(0, MOST_CONTROLS))
      if ((await ask(column)) === true) return true;
    return false;
  };
  const withNull = columns.filter(({ evidence }) => evidence.nulls > 0);
  const texts = columns.filter(
    ({ field, name, evidence }) => field.kind === 'string' && !areRepeated(name, evidence),
  );
  return {
    findsNull: await isFound(withNull, async (column) => {
      const row = column.rows.find((each) => valueIn(column, each) === null);
      return row ? ((await askRow(service, column, row, null)).isFound ?? false) : false;
    }),
    findsText: await isFound(texts, (column) => askForLike(service, column)),
  };
}

async function askField(
  service: Service,
  column: Column,
  { findsNull, findsText }: Awaited<ReturnType<typeof askControls>>,
): Promise<Claim> {
  const { field, evidence } = column;
  const proven: string[] = [];
  const doubts: string[] = [];
  const isNull = await askForNull(service, column);
  if (typeof isNull === 'string') doubts.push(isNull);
  else if (isNull && evidence.nulls === 0) proven.push('null in a row that was not read');
  else if (!isNull && !field.nullable && findsNull) proven.push('never null');
  else if (!isNull && !field.nullable) doubts.push('no row with null was found, nor is any known');
  const claimed = isNull === true && !field.nullable ? { ...field, nullable: true } : field;
  const isDeclared = field.kind === 'enumeration' || field.values.length > 0;
  const isCandidate = isDeclared || (field.kind === 'string' && areRepeated(column.name, evidence));
  if (evidence.values.length === 0 || !isCandidate) return { field: claimed, proven, doubts };

  const like = await askForLike(service, column);
  if (typeof like === 'string') doubts.push(like);
  else if (like || findsText) proven.push(`\`like\` ${like ? 'works' : 'is rejected'}`);
  // Doubt means text, or what is declared.
  const isEnumeration = like === false && findsText;
  const kind = isEnumeration ? 'enumeration' : like === true ? 'string' : field.kind;
  const { values, isComplete } = await findValues(service, { ...column, field: claimed });
  if (isComplete === true) proven.push('no other values');
  else doubts.push(isComplete || 'it has too many values, or long ones');
  const isSame = kind === field.kind && values.join('\n') === [...field.values].sort().join('\n');
  return { field: isSame ? claimed : { ...claimed, kind, values }, proven, doubts };
}

/** The declared and the other values of a field, sorted; none if they may not be written. */
async function findValues(service: Service, column: Column): Promise<FoundValues> {
  const { name, field, evidence } = column;
  const seen = [...new Set(evidence.values.map(String))];
  const all = [...new Set([...field.values, ...seen])];
  if (!areWritable(name, all)) return { values: [], isComplete: false };
  let found = await askForValues(service, column, all);
  // A service may reject a value that its enumeration does not have.
  if (typeof found.isComplete === 'string' && all.length > seen.length) {
    const again = await askForValues(service, column, seen);
    if (again.isComplete === true) found = again;
  }
  const { values, isComplete } = found;
  const isWritten = isComplete !== false && areWritable(name, values);
  return isWritten ? { values: [...values].sort(), isComplete } : { values: [], isComplete: false };
}

/** Asks for a row by its own related row, and by another that it does not have. */
export async function askRelation(service: Service, found: FoundRelation): Promise<Claim> {
  const { pairs, relation, isMany } = found;
  const [first] = pairs;
  if (!relation || !first) return { proven: [], doubts: [] };
  const { parent, related: its } = first;
  const second = pairs.find((pair) => pair.parent.id !== parent.id && pair.related.id !== its.id);
  const [id, other] = [{ id: its.id }, { id: second?.related.id ?? ABSENT_ID }];
  const questions: readonly (readonly [right: JsonObject, wrong: JsonObject])[] = isMany
    ? [
        [{ some: id }, { some: other }],
        [{ none: other }, { none: id }],
        [{ every: { id: { neq: other.id } } }, { every: other }],
      ]
    : [[id, other]];
  for (const [index, filter] of questions.flat().entries()) {
    const isExpected = index % 2 === 0;
    const { isFound, outcome } = await askRow(service, found, parent, filter);
    if (isFound === isExpected) continue;
    const asked = isMany ? `\`${Object.keys(filter)[0]}\`` : 'a filter by its id';
    const holds = isExpected ? 'holds' : 'does not hold';
    return { proven: [], doubts: [`${asked} that ${holds} for a row: ${outcome}`] };
  }
  return { proven: ['filters'], doubts: [] };
}
