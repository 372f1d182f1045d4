import type { Field, JsonObject } from '../../schema/field.js';
import { ABSENT_ID, ABSENT_TEXT } from './comparators.js';
import { areRepeated, areWritable } from './fields.js';
import { type Claim, type Claims, grouped } from './notes.js';
import type { FoundRelation } from './relations.js';
import { AskedMember, type Column, type FilterPair, halvesOf } from './rows.js';
import type { Service } from './service.js';

/** Whether something is so; text if the answer to a question does not show it. */
type Finding = boolean | string;

/**
 * Asks about fields and relations of the resources that have rows.
 *
 * @param areKindsKnown - Whether an enumeration is not asked for being text.
 */
export async function askClaims(
  service: Service,
  columns: readonly Column[],
  relations: readonly FoundRelation[],
  areKindsKnown: boolean,
): Promise<Claims> {
  const nulls = await askForNulls(columns);
  const isText = areKindsKnown ? undefined : await findsText(columns);
  const claims = [
    ...columns.map(async (column) => {
      const claim = claimNull(column, nulls.get(column.topic));
      const ask = () => askForKind(column, claim, isText);
      return [column.topic, (await service.attempt(ask, column.topic)) ?? claim] as const;
    }),
    ...relations.map(async (found) => {
      const claim = await service.attempt(() => askRelation(service, found), found.topic);
      return [found.topic, claim ?? { proven: [], doubts: [] }] as const;
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
async function askForNulls(columns: readonly Column[]): Promise<ReadonlyMap<string, Finding>> {
  const open = columns.filter(
    ({ list, field, evidence }) => !list.isWhole && !field.nullable && evidence.nulls === 0,
  );
  const byPath = grouped(open.map((column) => [column.path, column]));
  const found = (await Promise.all([...byPath.values()].map(askForNullIn))).flat();
  const isNone = found.some(([, finding]) => finding === false);
  if (!isNone || (await findsNull(columns))) return new Map(found);
  return new Map(found.map(([topic, finding]) => [topic, finding === false ? NO_NULL : finding]));
}

const NO_NULL = 'a filter by null: no row, and no row with null that it finds';

/** Whether a row with null is found by it, as a control. */
async function findsNull(columns: readonly Column[]): Promise<boolean> {
  for (const column of columns
    .filter(({ evidence }) => evidence.nulls > 0)
    .slice(0, MOST_CONTROLS)) {
    const row = column.rows.find(
      (each) => Object.hasOwn(each, column.name) && each[column.name] === null,
    );
    const ask = async () => row && (await column.askRow(row, null)).isFound;
    if ((await column.service.attempt(ask)) === true) return true;
  }
  return false;
}

async function askForNullIn(
  columns: readonly Column[],
): Promise<(readonly [topic: string, finding: Finding])[]> {
  const [column, ...others] = columns;
  if (!column) return [];
  const filters = columns.map(({ name }): JsonObject => ({ [name]: null }));
  const where = others.length > 0 ? { OR: filters } : filters[0];
  const say = (finding: Finding, about: readonly Column[]) =>
    about.map(({ topic }) => [topic, finding] as const);
  const topics = columns.map(({ topic }) => topic).join(', ');
  const ask = () => column.ask({ where, take: 1 });
  const reply = await column.service.attempt(ask, topics, 'a filter by null');
  if (!reply) return [];
  const [row] = reply.rows ?? [];
  if (reply.rows && !row) return say(false, columns);
  const withNull = row ? columns.filter((each) => each.valueIn(row) === null) : [];
  const rest = columns.filter((each) => !withNull.includes(each));
  if (withNull.length > 0) return [...say(true, withNull), ...(await askForNullIn(rest))];
  // A service may reject it for a field that is never null, and the answer does not say which.
  if (row || others.length === 0)
    return say(`a filter by null: ${row ? 'a row without null' : reply.outcome}`, columns);
  const [first = [], second = []] = halvesOf(columns);
  return [...(await askForNullIn(first)), ...(await askForNullIn(second))];
}

function claimNull({ field }: Column, isNull: Finding | undefined): Claim & { field: Field } {
  if (typeof isNull === 'string') return { field, proven: [], doubts: [isNull] };
  const proven = isNull ? ['null in a row that was not read'] : ['never null'];
  return {
    field: isNull ? { ...field, nullable: true } : field,
    proven: isNull === undefined ? [] : proven,
    doubts: [],
  };
}

/** Asks with `like` for a row by a part of its text; false if that is rejected. */
async function askForLike(column: Column): Promise<Finding> {
  const row = column.rows.find((each) => column.valueIn(each) !== null);
  if (!row) return 'no row has a value';
  const text = `${column.valueIn(row)}`;
  const part = text.length < 3 ? text : text.slice(1, -1);
  const found = await column.askRow(row, { like: part });
  if (found.isRejected) return false;
  const absent = await column.askRow(row, { like: ABSENT_TEXT });
  if (found.isFound === true && absent.isFound === false) return true;
  const came = `${found.outcome}; with an absent text: ${absent.outcome}`;
  return `\`like\` with a part of the value: ${came}`;
}

/** More fields than these are not asked for a control. */
const MOST_CONTROLS = 4;

/** Whether `like` is answered for what certainly is text. */
async function findsText(columns: readonly Column[]): Promise<boolean> {
  const texts = columns.filter(
    ({ field, name, evidence }) => field.kind === 'string' && !areRepeated(name, evidence),
  );
  for (const column of texts.slice(0, MOST_CONTROLS))
    if ((await column.service.attempt(() => askForLike(column))) === true) return true;
  return false;
}

/**
 * Whether a field with few values is text or an enumeration, and which values it has.
 *
 * @param isText - Whether `like` is answered for text; `undefined` if it is not asked.
 */
async function askForKind(
  column: Column,
  claim: Claim & { readonly field: Field },
  isText: boolean | undefined,
): Promise<Claim> {
  const { name, evidence } = column;
  const { field } = claim;
  const isDeclared = field.kind === 'enumeration' || field.values.length > 0;
  const isCandidate = isDeclared || (field.kind === 'string' && areRepeated(name, evidence));
  if (evidence.values.length === 0 || !isCandidate) return claim;
  const [proven, doubts] = [[...claim.proven], [...claim.doubts]];
  const like = isText === undefined ? undefined : await askForLike(column);
  if (typeof like === 'string') doubts.push(like);
  else if (like || isText) proven.push(`\`like\` ${like ? 'works' : 'is rejected'}`);
  // Doubt means text, or what is declared.
  const isEnumeration = like === false && isText;
  const kind = isEnumeration ? 'enumeration' : like === true ? 'string' : field.kind;
  const { values, isComplete } = await findValues(column, field);
  const isWritten = isComplete !== false && areWritable(name, values, field);
  if (isComplete === true && isWritten) proven.push('no other values');
  else
    doubts.push(
      typeof isComplete === 'string' ? isComplete : 'it has too many values, or long ones',
    );
  const written = isWritten ? [...values].sort() : [];
  const isSame = kind === field.kind && written.join('\n') === [...field.values].sort().join('\n');
  return { field: isSame ? field : { ...field, kind, values: written }, values, proven, doubts };
}

interface FoundValues {
  readonly values: readonly string[];
  /** Whether no row has another value. */
  readonly isComplete: Finding;
  /** Whether the service rejects one of them. */
  readonly isRejected?: boolean;
}

/** The declared and the other values of a field, without those that the service rejects. */
async function findValues(column: Column, field: Field): Promise<FoundValues> {
  const { name, evidence } = column;
  const seen = evidence.values.filter((value) => typeof value === 'string');
  const all = [...new Set([...field.values, ...seen])];
  if (!areWritable(name, all, field)) return { values: all, isComplete: false };
  const found = await askForOthers(column, field, all);
  if (!found.isRejected) return found;
  const asked = all.map((value) => column.ask({ where: { [name]: value }, take: 1 }));
  const replies = await Promise.all(asked);
  const accepted = all.filter((_, index) => !replies[index]?.isRejected);
  const isSome = accepted.length > 0 && accepted.length < all.length;
  return isSome ? askForOthers(column, field, accepted) : found;
}

/** So many further values are asked for, one after the other. */
const MOST_NEW = 9;

/** Asks for a row with another value until there is none. */
async function askForOthers(
  column: Column,
  { nullable }: Field,
  start: readonly string[],
): Promise<FoundValues> {
  const values = [...start];
  for (let count = 0; count < MOST_NEW; count++) {
    const filter: JsonObject = { not_in: [...values], ...(nullable && { neq: null }) };
    const reply = await column.ask({ where: { [column.name]: filter }, take: 1 });
    const { rows, outcome, isRejected } = reply;
    if (rows?.length === 0)
      return { values, isComplete: await findsOthers(column, values, nullable) };
    const value = rows?.[0] && column.valueIn(rows[0]);
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

/** Whether `not_in` finds a row with a value that it leaves out, as a control. */
async function findsOthers(
  column: Column,
  values: readonly string[],
  nullable: boolean,
): Promise<Finding> {
  const [seen] = column.evidence.values;
  const others = values.filter((value) => value !== seen);
  const excluded = others.length > 0 ? others : [ABSENT_TEXT];
  const filter: JsonObject = { not_in: [...excluded], ...(nullable && { neq: null }) };
  const { rows, outcome } = await column.ask({ where: { [column.name]: filter }, take: 1 });
  const isFound = rows?.[0] !== undefined && column.valueIn(rows[0]) === seen;
  return isFound || `\`not_in\` without '${seen}': ${outcome}`;
}

/** Asks for a row by its own related row, and by another that it does not have. */
async function askRelation(service: Service, found: FoundRelation): Promise<Claim> {
  const { path, name, pairs, relation, isMany } = found;
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
  const asked = new AskedMember(service, path, name, { [name]: true });
  const wrong = await asked.askPairs(parent, questions);
  const doubts = [...(wrong ?? [])].map(([label, outcome]) => `${label}: ${outcome}`);
  return { proven: wrong?.size === 0 ? ['filters'] : [], doubts };
}
