import type { Field, JsonObject } from '../../schema/field.js';
import { ABSENT_ID, ABSENT_TEXT } from './comparators.js';
import { areRepeated, areWritable } from './fields.js';
import type { FoundRelation } from './relations.js';
import { askPairs, askRow, type Column, columnValue, type FilterPair } from './rows.js';
import { determine, type Reply, type Service } from './service.js';

/** What was found out about a field or a relation, and how. */
export interface Claim {
  /** Of a field, as it was found. */
  readonly field?: Field;
  readonly proven: readonly string[];
  readonly doubts: readonly string[];
}

/** By path, such as `accounts.status`. */
export type Claims = ReadonlyMap<string, Claim>;

/** Whether something is so; text if the answer to a question does not show it. */
type Finding = boolean | string;

/** Asks about each field and relation of the resources that have rows. */
export async function askClaims(
  service: Service,
  columns: readonly Column[],
  relations: readonly FoundRelation[],
): Promise<Claims> {
  const nulls = await askForNulls(service, columns);
  const isText = await findsText(service, columns);
  const undetermined = (outcome: string): Claim => ({
    proven: [],
    doubts: [`not determined: ${outcome}`],
  });
  const claims = [
    ...columns.map(async (column) => {
      const isNull = nulls.get(column.topic);
      const act = () => askField(service, column, isNull, isText);
      const otherwise = (outcome: string) => ({ field: column.field, ...undetermined(outcome) });
      return [column.topic, await determine<Claim>(act, otherwise)] as const;
    }),
    ...relations.map(async (found) => {
      const act = () => askRelation(service, found);
      return [found.topic, await determine<Claim>(act, undetermined)] as const;
    }),
  ];
  return new Map(await Promise.all(claims));
}

/**
 * Asks each list for a row with null in a field that had none, all of its fields at once. A list
 * that was read as a whole is not asked.
 *
 * @returns By path of a field, whether a row has null.
 */
export async function askForNulls(
  service: Service,
  columns: readonly Column[],
): Promise<ReadonlyMap<string, Finding>> {
  const found = new Map<string, Finding>();
  const byPath = new Map<string, Column[]>();
  for (const column of columns)
    if (!column.isWhole && !column.field.nullable && column.evidence.nulls === 0)
      byPath.set(column.path, [...(byPath.get(column.path) ?? []), column]);
  await Promise.all([...byPath.values()].map((asked) => askForNullIn(service, asked, found)));
  return found;
}

async function askForNullIn(
  service: Service,
  columns: readonly Column[],
  found: Map<string, Finding>,
): Promise<void> {
  const [{ path } = { path: '' }] = columns;
  const filters = columns.map(({ name }): JsonObject => ({ [name]: null }));
  const where = filters.length === 1 ? filters[0] : { OR: filters };
  const reply = await determine<Reply | string>(
    () => service.ask({ path, where, take: 1 }),
    (outcome) => outcome,
  );
  const isAnswered = typeof reply === 'object' && reply.rows;
  const [row] = isAnswered || [];
  const withNull = row ? columns.filter((column) => columnValue(column, row) === null) : [];
  const say = (finding: Finding, about: readonly Column[]) => {
    for (const { topic } of about) found.set(topic, finding);
  };
  if (isAnswered && !row) return say(false, columns);
  say(true, withNull);
  const rest = columns.filter((column) => !withNull.includes(column));
  if (withNull.length > 0 && rest.length > 0) return askForNullIn(service, rest, found);
  if (withNull.length > 0) return;
  const came = typeof reply === 'string' ? reply : row ? 'a row without null' : reply.outcome;
  // A service may reject it for a field that is never null, and the answer does not say which.
  if (columns.length === 1 || row || typeof reply === 'string')
    return say(`a filter by null: ${came}`, columns);
  const middle = Math.ceil(columns.length / 2);
  await askForNullIn(service, columns.slice(0, middle), found);
  await askForNullIn(service, columns.slice(middle), found);
}

/** Asks with `like` for a row by a part of its text; false if that is rejected. */
async function askForLike(service: Service, column: Column): Promise<Finding> {
  const row = column.rows.find((each) => columnValue(column, each) !== null);
  if (!row) return 'no row has a value';
  const text = `${columnValue(column, row)}`;
  const part = text.length < 3 ? text : text.slice(1, -1);
  const found = await askRow(service, column, row, { like: part });
  if (found.isRejected) return false;
  const absent = await askRow(service, column, row, { like: ABSENT_TEXT });
  if (found.isFound === true && absent.isFound === false) return true;
  const came = `${found.outcome}; with an absent text: ${absent.outcome}`;
  return `\`like\` with a part of the value: ${came}`;
}

/** More fields than these are not asked for a control. */
const MOST_CONTROLS = 4;

/** Whether `like` is answered for what certainly is text. */
async function findsText(service: Service, columns: readonly Column[]): Promise<boolean> {
  const texts = columns.filter(
    ({ field, name, evidence }) => field.kind === 'string' && !areRepeated(name, evidence),
  );
  const ask = (column: Column) =>
    determine<Finding>(
      () => askForLike(service, column),
      (outcome) => outcome,
    );
  for (const column of texts.slice(0, MOST_CONTROLS)) if ((await ask(column)) === true) return true;
  return false;
}

async function askField(
  service: Service,
  column: Column,
  isNull: Finding | undefined,
  isText: boolean,
): Promise<Claim> {
  const { field, evidence } = column;
  const proven: string[] = [];
  const doubts: string[] = [];
  if (typeof isNull === 'string') doubts.push(isNull);
  if (isNull === true) proven.push('null in a row that was not read');
  if (isNull === false) proven.push('never null');
  const claimed = isNull === true ? { ...field, nullable: true } : field;
  const isDeclared = field.kind === 'enumeration' || field.values.length > 0;
  const isCandidate = isDeclared || (field.kind === 'string' && areRepeated(column.name, evidence));
  if (evidence.values.length === 0 || !isCandidate) return { field: claimed, proven, doubts };

  const like = await askForLike(service, column);
  if (typeof like === 'string') doubts.push(like);
  else if (like || isText) proven.push(`\`like\` ${like ? 'works' : 'is rejected'}`);
  // Doubt means text, or what is declared.
  const isEnumeration = like === false && isText;
  const kind = isEnumeration ? 'enumeration' : like === true ? 'string' : field.kind;
  const { values, isComplete } = await findValues(service, { ...column, field: claimed });
  if (isComplete === true) proven.push('no other values');
  else doubts.push(isComplete || 'it has too many values, or long ones');
  const isSame = kind === field.kind && values.join('\n') === [...field.values].sort().join('\n');
  return { field: isSame ? claimed : { ...claimed, kind, values }, proven, doubts };
}

interface FoundValues {
  readonly values: readonly string[];
  /** Whether no row has another value. */
  readonly isComplete: Finding;
  /** Whether the service rejects one of them. */
  readonly isRejected?: boolean;
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
    const reply = await service.ask({ path, where: { [name]: filter }, take: 1 });
    const { rows, outcome, isRejected } = reply;
    if (rows?.length === 0) return { values, isComplete: true };
    const value = rows?.[0] && columnValue(column, rows[0]);
    if (typeof value !== 'string' || values.includes(value)) {
      const row = `a row with ${value === null ? 'null' : 'one of them'}`;
      const came = value === undefined ? outcome : row;
      const isComplete = `\`not_in\` with ${values.length} values: ${came}`;
      return { values, isComplete, isRejected };
    }
    values.push(value);
  }
  return { values, isComplete: false };
}

/** The values of an enumeration that the service rejects, unless it rejects all of them. */
export async function rejectedValues(
  service: Service,
  { path, name }: Pick<Column, 'path' | 'name'>,
  values: readonly string[],
): Promise<string[]> {
  const asked = values.map((value) => service.ask({ path, where: { [name]: value }, take: 1 }));
  const replies = await Promise.all(asked);
  const rejected = values.filter((_, index) => replies[index]?.isRejected);
  return rejected.length < values.length ? rejected : [];
}

/** The declared and the other values of a field, sorted; none if they may not be written. */
async function findValues(service: Service, column: Column): Promise<FoundValues> {
  const { name, field, evidence } = column;
  const seen = [...new Set(evidence.values.map(String))];
  const all = [...new Set([...field.values, ...seen])];
  if (!areWritable(name, all)) return { values: [], isComplete: false };
  let found = await askForValues(service, column, all);
  if (found.isRejected) {
    const rejected = await rejectedValues(service, column, all);
    if (rejected.length > 0)
      found = await askForValues(
        service,
        column,
        all.filter((value) => !rejected.includes(value)),
      );
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
  const questions: readonly FilterPair[] = isMany
    ? [
        { label: '`some`', right: { some: id }, wrong: { some: other } },
        { label: '`none`', right: { none: other }, wrong: { none: id } },
        { label: '`every`', right: { every: { id: { neq: other.id } } }, wrong: { every: other } },
      ]
    : [{ label: 'a filter by its id', right: id, wrong: other }];
  const wrong = await askPairs(service, found, parent, questions);
  const doubts = [...wrong].map(([label, outcome]) => `${label}: ${outcome}`);
  return { proven: doubts.length === 0 ? ['filters'] : [], doubts };
}
