import { exactText, type ValueKeys, valueKeys } from '../match/values.js';
import { counted } from '../messages/describe.js';
import { nearestName } from '../messages/did-you-mean.js';
import type { ComparisonNode } from '../query/filter.js';
import type { JsonValue } from '../schema/field.js';
import { isUuid, traits } from '../schema/kinds.js';
import { resourceOf } from '../schema/lookup.js';
import type { Condition } from './conditions.js';
import { jsonFact } from './json-facts.js';
import type { Store, StoredRow } from './store.js';
import { listValues, namesLike, otherSpelling, shown, wordsOf } from './texts.js';

/** Rows of a resource that do not match a comparison. */
interface Searched {
  readonly store: Store;
  readonly resource: string;
  readonly rows: readonly StoredRow[];
  /** The start of a sentence about them. */
  readonly place: string;
}

/** A comparison, and the values that it does not match. */
interface Subject extends ComparisonNode {
  readonly searched: Searched;
  /** The operands that are not null, and the first of them as text. */
  readonly operands: readonly JsonValue[];
  readonly text: string;
  /** The values that are not null. */
  readonly values: readonly JsonValue[];
  /** The values of the rows in another form, null too. Those of all rows are kept in memory. */
  readonly keysOf: (keyOf: ValueKeys['keyOf']) => readonly JsonValue[];
  /** Whether the text is a whole text or id (`eq`, `in`), or a part of one (`like`). */
  readonly isWhole: boolean;
  readonly isPart: boolean;
}

/** The end of a sentence that begins with the path of the comparison. */
type Fact = string | undefined;

/** In this order: the first that finds a fact has the reason, or comes nearest to it. */
const facts: readonly ((subject: Subject) => Fact)[] = [
  laterOnDay,
  sameText,
  otherPlace,
  severalInOne,
  partOrNear,
  noId,
  otherSign,
  neighbors,
  ofAllRows,
];

/** The facts about rows that come nearest to a comparison that none of them matches. */
export function* comparisonFacts(
  comparison: ComparisonNode,
  searched: Searched,
  path: string,
): Generator<string> {
  const { op, name, field, operand } = comparison;
  const { rows, place, store, resource } = searched;
  const keysOf: Subject['keysOf'] = (keyOf) => store.keys(resource, name, field, keyOf, rows);
  const values = keysOf(exactText.keyOf).filter((value) => value !== null);
  const operands = [operand].flat().filter((value) => value !== null);
  const [first = null] = operands;
  const label = `${place}\`${path}\``;
  const nulls = rows.length - values.length;
  const isNull = `${label} is null in ${nulls} of ${rows.length} rows`;
  const isEquality = op === 'eq' || op === 'in';
  if (Array.isArray(operand) && operand.length === 0) return yield `\`${path}.${op}\` is empty.`;
  if (values.length === 0) return yield `${label} is null${place === '' ? ' in every row' : ''}.`;
  if (nulls > 0 && isEquality && (first === '' || first === 'null'))
    return yield `${isNull}, which is not the text '${first}'.`;
  if (first !== null) {
    const isWhole = isEquality && (traits[field.kind].isText || field.kind === 'uuid');
    const isPart = op === 'like' || (op === 'contains' && field.kind !== 'json');
    const texts = { text: typeof first === 'object' ? '' : String(first), isWhole, isPart };
    const subject = { ...comparison, searched, operands, values, keysOf, ...texts };
    yield `${place}${nearestFact(subject, path)}.`;
  } else if (nulls > 0)
    yield `\`${path}.${op}\` does not match null.`; // a list in SQL
  else yield `${label} ${place === '' ? 'is never null' : listValues(values, false)}.`;
  if (nulls > 0) yield `${isNull}.`;
}

/** With SQL's nulls, a negation does not match null either. */
const inEveryRow = ({ values, searched }: Subject): string =>
  `in every row${values.length < searched.rows.length ? ' that has a value' : ''}`;

function nearestFact(subject: Subject, path: string): string {
  if (subject.field.kind === 'json') {
    const [keys, text] = jsonFact(subject, subject.values, inEveryRow(subject));
    return `\`${[path, ...keys].join('.')}\` ${text}`;
  }
  for (const find of facts) {
    const fact = find(subject);
    if (fact !== undefined) return `\`${path}\` ${fact}`;
  }
  return `\`${path}\` ${listValues(subject.values, false)}`;
}

function sameText({ operands, values, text, isWhole, isPart }: Subject): Fact {
  if (!isWhole && (!isPart || text.includes('%'))) return undefined;
  return otherSpelling(operands.map(String), values.map(String), isPart);
}

/** The resource whose ids a field has. */
const idResource = ({ name, searched: { store, resource } }: Subject) =>
  name === 'id' ? resource : store.table(resource).foreignKeys.get(name)?.target;

/** Another resource with the id, or another field with the text. */
function otherPlace(subject: Subject): Fact {
  const { name, field, searched, text, isWhole } = subject;
  const { store, resource, rows } = searched;
  const target = idResource(subject);
  if (!isWhole || (target && store.get(target, text))) return undefined;
  const owner = target && Object.keys(store.schema).find((other) => store.get(other, text));
  if (owner) return `is the id of a row of ${owner}, not of ${target}`;
  if (field.kind === 'uuid' && isUuid(text)) return undefined;
  for (const place of new Set([resource, target ?? resource]))
    for (const [other, searchedField] of Object.entries(resourceOf(store.schema, place).fields)) {
      if (searchedField.kind !== 'string' || (place === resource && other === name)) continue;
      const all = place === resource ? rows : store.all(place);
      const found = all.length > MAX_READ ? all.slice(0, MAX_READ) : all;
      const row =
        found[store.keys(place, other, searchedField, exactText.keyOf, found).indexOf(text)];
      if (row) return `is never ${shown(text)}, which is the \`${other}\` of ${row.id} in ${place}`;
    }
  return undefined;
}

/** In how many rows other fields are read, and in how many texts words. */
const [MAX_READ, MAX_SPLIT] = [500, 50];

/** Several values in one text, as in a query string. */
function severalInOne({ text, values, isWhole }: Subject): Fact {
  const items = text.split(',').map((item) => item.trim());
  if (!isWhole || items.length === 1 || !items.every((item) => values.includes(item)))
    return undefined;
  return `has ${items.map(shown).join(' and ')}, each on its own; use \`in\` with several texts`;
}

/** The longest part of the text that rows contain, or the nearest text or word. */
function partOrNear({ field, text, values, isWhole, isPart }: Subject): Fact {
  if (!isWhole && !isPart) return undefined;
  const part = text.replaceAll('%', '');
  const how = part === text ? '`like`' : '`like` without `%`';
  const hasWords = isPart || field.kind === 'string';
  const contains = (word: string, advice = '') => {
    const { length } = values.filter((value) => String(value).includes(word));
    const isFound = hasWords && word !== '' && length > 0;
    return isFound ? `contains ${shown(word)} in ${counted(length, 'row')}${advice}` : undefined;
  };
  const limit = field.kind === 'uuid' ? 3 : undefined; // of 36 letters, a few
  const near = isWhole && nearestName(text, namesLike(text, values.map(String)), limit);
  const [longest = '', ...words] = [...wordsOf(part)]
    .sort((left, right) => right.length - left.length)
    .slice(0, 3);
  const fact = contains(part, `; use ${how}`) ?? (near && `has the near value ${shown(near)}`);
  const found = fact || [longest, ...words].map((word) => contains(word)).find(Boolean);
  if (found || !isPart) return found || undefined;
  const others = values.slice(0, MAX_SPLIT).flatMap((value) => wordsOf(String(value)));
  const word = nearestName(longest, namesLike(longest, others));
  return word && `has the near word ${word}`;
}

function noId(subject: Subject): Fact {
  const { field, operands, isWhole, searched } = subject;
  if (isWhole && field.kind === 'uuid' && !operands.some(isUuid)) return 'is not a UUID';
  const target = isWhole && idResource(subject);
  const isId = target && operands.some((id) => searched.store.get(target, String(id)));
  return target && !isId ? `is not the id of a row of ${target}` : undefined;
}

const isAmount = ({ field: { kind }, op }: Subject): boolean =>
  traits[kind].isQuantity && (op === 'eq' || op === 'in');

function otherSign(subject: Subject): Fact {
  const { field, keysOf, text, searched } = subject;
  if (!isAmount(subject) || field.kind === 'date') return undefined;
  const { keyOf } = valueKeys(field, searched.store.dialect);
  const opposite = text.startsWith('-') ? text.slice(1) : `-${text}`;
  const wanted = keyOf(traits[field.kind].type === 'number' ? Number(opposite) : opposite);
  const value = keysOf(exactText.keyOf)[keysOf(keyOf).indexOf(wanted)];
  return value !== undefined ? `has the value ${value}, with the other sign` : undefined;
}

const ONE_DAY = 86_400_000;

/** The rows that are later on a day than its midnight, which is what the day means in a filter. */
function laterOnDay({ op, field, text, keysOf, searched }: Subject): Fact {
  if (field.kind !== 'date' || !/^(eq|in|lte)$/.test(op) || !/^.{4}-\d\d-\d\d$/.test(text))
    return undefined;
  const next = new Date(Date.parse(text) + ONE_DAY).toISOString().slice(0, 10);
  const { keyOf, compare } = valueKeys(field, searched.store.dialect);
  const [from, to] = [keyOf(text), keyOf(next)];
  const { length } = keysOf(keyOf).filter(
    (key) => key !== null && compare(key, from) >= 0 && compare(key, to) < 0,
  );
  if (length === 0) return undefined;
  const range = op === 'lte' ? `lt: '${next}'` : `{ gte: '${text}', lt: '${next}' }`;
  const later = `is later on ${text} in ${counted(length, 'row')}`;
  return `${later}, but a day means midnight UTC; use ${range}`;
}

/** The values next to an operand, or the end of all values that it is behind. */
function neighbors(subject: Subject): Fact {
  const { op, field, text, operands, values, keysOf, searched } = subject;
  const isOrdered = /^[gl]te?$/.test(op);
  if (!isOrdered && !isAmount(subject)) return undefined;
  const few = isOrdered && searched.place === '' ? undefined : listValues(values, true);
  if (few !== undefined) return few;
  const { keyOf, compare } = valueKeys(field, searched.store.dialect);
  const bound = keyOf(operands[0] ?? null);
  const keys = keysOf(keyOf);
  let [below, above]: (number | undefined)[] = [];
  const isAfter = (key: JsonValue, index: number) => compare(key, keys[index] ?? null) > 0;
  for (const [index, key] of keys.entries()) {
    if (key === null) continue;
    const result = compare(key, bound);
    if (result < 0 || (result === 0 && op === 'gt')) {
      if (below === undefined || isAfter(key, below)) below = index;
    } else if (above === undefined || !isAfter(key, above)) above = index;
  }
  const [lower, higher] = [below, above].map((index = 0) =>
    shown(keysOf(exactText.keyOf)[index] ?? null),
  );
  if (above !== undefined && below !== undefined)
    return `has no value between ${lower} and ${higher}`;
  const end = below === undefined ? `at least ${higher}` : `at most ${lower}`;
  const isEqual = compare(keys[below ?? above ?? 0] ?? null, bound) === 0;
  if (field.kind !== 'date' || isEqual) return `is ${end}`;
  return `is ${end}, which is ${below === undefined ? 'after' : 'before'} ${text}`;
}

function ofAllRows(subject: Subject): Fact {
  const { op, field, text, values } = subject;
  if (op === 'not_in') return 'has no other value than these';
  if (op === 'not_contains') return `contains ${shown(text)} ${inEveryRow(subject)}`;
  const near = op === 'neq' ? undefined : nearestName(text, field.values);
  return near !== undefined && near !== text && !values.includes(near)
    ? `${listValues(values, false)}; the schema also has ${shown(near)}`
    : undefined;
}

/** Bounds of a field between which no value can be. */
export function reversedBounds(conditions: readonly Condition[], { dialect }: Store): Fact {
  for (const { filter: lower, fullPath: from } of conditions)
    for (const { filter: upper, fullPath: to } of conditions) {
      if (lower.kind !== 'comparison' || upper.kind !== 'comparison') continue;
      const isRange = lower.op.startsWith('gt') && upper.op.startsWith('lt');
      if (!isRange || lower.name !== upper.name) continue;
      const { keyOf, compare } = valueKeys(lower.field, dialect);
      const result = compare(keyOf(lower.operand), keyOf(upper.operand));
      const isEmpty = result > 0 || (result === 0 && (lower.op === 'gt' || upper.op === 'lt'));
      if (isEmpty) return `\`${from}\` ${result > 0 ? 'is above' : 'equals'} \`${to}\`.`;
    }
  return undefined;
}
