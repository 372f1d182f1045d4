import { QueryError } from '../errors/query-error.js';
import type { Field, JsonObject, JsonValue } from '../schema/field.js';
import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { Resource, SchemaShape } from '../schema/resource.js';
import { own, type Resources, resourceOf } from '../schema/resources.js';
import { type Combinator, type Comparator, combinators, comparators, quantifiers } from './comparators.js';
import type { AtLeastOne, Bare, Comparison } from './field-filter.js';
import type { Filter } from './filter.js';
import { didYouMean } from './nearest-name.js';
import { readOperand, undefinedOperand } from './operand.js';
import { memberPath } from './path.js';
import {
  checkText,
  copyJson,
  isPlainObject,
  itemsOf,
  membersOf,
  setMember,
  unexpected,
} from './plain-json.js';

/**
 * A filter on the rows of a resource.
 *
 * @example
 * const where: Where<'balances'> = { account_id: accountId, balance: { gte: '100.00' }, OR: [{ type: 'main' }] };
 */
export type Where<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = Members<Name, Schema[Name]['~types']['properties'] & Combined, Filterable<Schema[Name]>, Schema>;

/** One object, not an intersection, over keys of `All`, so that the sentences on its members stay. */
type Members<
  Name extends ResourceName<Schema>,
  All,
  Names extends keyof All,
  Schema extends SchemaShape<Schema>,
> = {
  readonly [Key in Names]?: Key extends keyof Schema[Name]['fields']
    ?
        | Bare<Schema[Name]['fields'][Key]['kind'], All[Key]>
        | Comparison<Schema[Name]['fields'][Key]['kind'], All[Key]>
    : Key extends keyof Schema[Name]['relations']
      ? Quantified<Schema[Name]['relations'][Key]['target'] & ResourceName<Schema>, Schema>
      : readonly Where<Name, Schema>[];
};

/** The names that a filter may use: every field, and every relation that is an array (decision 10). */
type Filterable<Model extends Resource> =
  | ((keyof Model['fields'] | Model['~types']['many']) & keyof Model['~types']['properties'])
  | Combinator;

/** Filters that are combined (rule 3). */
interface Combined extends Record<Combinator, unknown> {
  /** Every one of these filters holds. */
  AND: unknown;
  /** At least one of these filters holds. */
  OR: unknown;
}

/** A filter on the rows of a to-many relation (rule 4). */
export type Quantified<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = AtLeastOne<Quantifiers<Where<Name, Schema>>>;

interface Quantifiers<Filter> {
  /** At least one row matches. */
  readonly some?: Filter;
  /** No row matches. */
  readonly none?: Filter;
  /** All rows match, or there are none. */
  readonly every?: Filter;
}

/** A `where` that means something: what it means, and a copy as it is sent. */
export interface CheckedWhere {
  readonly filter: Filter;
  readonly json: JsonObject;
}

/**
 * Reads a `where`: all nine rules of the document, from the one table of comparators.
 *
 * @param schema - The resources; only names of own properties count.
 * @param name - The resource whose rows are filtered.
 * @param path - What the path of an error begins with.
 * @throws QueryError with the path, the value and the cure.
 */
export function checkWhere(
  schema: Resources,
  name: string,
  where: unknown,
  path = 'where',
  depth = 1,
): CheckedWhere {
  const filters: Filter[] = [];
  const json: JsonObject = {};
  for (const [key, value] of membersOf(where, path, depth, `a filter of ${name}`)) {
    const member = checkMember(schema, name, key, value, path, depth + 1);
    filters.push(...member.filters);
    setMember(json, key, member.json);
  }
  return { filter: all(filters), json };
}

interface CheckedMember {
  readonly filters: readonly Filter[];
  readonly json: JsonValue;
}

function checkMember(
  schema: Resources,
  name: string,
  key: string,
  value: unknown,
  parent: string,
  depth: number,
): CheckedMember {
  const path = memberPath(parent, key);
  const resource = resourceOf(schema, name);
  if (value === undefined) throw undefinedOperand(path);
  if (key === 'AND' || key === 'OR') {
    const items = itemsOf(value, path, depth, 'a list of filters');
    const checked = items.map((item, index) =>
      checkWhere(schema, name, item, memberPath(path, index), depth + 1),
    );
    const op = key === 'AND' ? 'and' : 'or';
    return {
      filters: [{ op, filters: checked.map(({ filter }) => filter) }],
      json: checked.map(({ json }) => json),
    };
  }
  const field = own(resource.fields, key);
  if (field) return checkField(field, key, value, path, depth);
  const relation = own(resource.relations, key);
  if (relation?.cardinality === 'many')
    return checkQuantified(schema, relation.target, key, value, path, depth);
  if (relation) {
    throw new QueryError(
      path,
      `a filter cannot enter a to-one relation. Filter on the foreign key \`${relation.via}\` instead.`,
      value,
    );
  }
  throw new QueryError(
    parent,
    `\`${key}\` is not a property or to-many relation of ${name}.${didYouMean(key, filterableNames(resource))}`,
    value,
  );
}

/** A bare value means equality, an object holds comparators (rules 1 and 2). */
function checkField(field: Field, name: string, value: unknown, path: string, depth: number): CheckedMember {
  if (!isPlainObject(value)) {
    if (field.kind === 'json' && value !== null) {
      throw new QueryError(
        path,
        `a JSON property is filtered with comparators. Write { eq: … } or { contains: … }.`,
        value,
      );
    }
    if (Array.isArray(value)) throw new QueryError(path, 'a list is not a value. Write { in: […] }.', value);
    const { operand, json } = readOperand(field, value, path, depth);
    return { filters: [{ op: 'eq', field: name, operand }], json };
  }
  const filters: Filter[] = [];
  const json: JsonObject = {};
  for (const [key, given] of membersOf(value, path, depth, 'comparators')) {
    const checked = checkComparison(field, name, key, given, path, depth + 1);
    filters.push(checked.filter);
    setMember(json, key, checked.json);
  }
  if (filters.length === 0) {
    throw new QueryError(
      path,
      `an object without a comparator asks nothing. The comparators are ${comparators[field.kind].join(', ')}.`,
      value,
    );
  }
  return { filters, json };
}

function checkComparison(
  field: Field,
  name: string,
  key: string,
  value: unknown,
  parent: string,
  depth: number,
) {
  const path = memberPath(parent, key);
  const known: readonly Comparator[] = comparators[field.kind];
  const comparator = known.find((name) => name === key);
  if (!comparator) {
    const isOfOther = Object.values<readonly string[]>(comparators).some((names) => names.includes(key));
    const names = `${isOfOther ? '' : didYouMean(key, known)} The comparators are ${known.join(', ')}.`;
    throw new QueryError(
      parent,
      `\`${key}\` is not a comparator of ${article(field.kind)} property.${names}`,
      value,
    );
  }
  if (value === undefined) throw undefinedOperand(path);
  const { operand, json } = readComparison(field, comparator, value, path, depth);
  const op = comparator === 'contains' && field.kind !== 'json' ? 'like' : comparator;
  return { filter: { op, field: name, operand } as const, json };
}

function readComparison(field: Field, comparator: Comparator, value: unknown, path: string, depth: number) {
  switch (comparator) {
    case 'eq':
    case 'neq':
      return readOperand(field, value, path, depth);
    case 'in':
    case 'not_in': {
      const items = itemsOf(value, path, depth, 'a list of values');
      const read = items.map((item, index) => readOperand(field, item, memberPath(path, index), depth + 1));
      return { operand: read.map(({ operand }) => operand), json: read.map(({ json }) => json) };
    }
    case 'contains':
    case 'not_contains':
      if (field.kind === 'json') return readJsonObject(value, path, depth);
      return readText(value, path);
    case 'like':
      return readText(value, path);
    case 'exists':
    case 'not_exists':
      if (value === '') throw new QueryError(path, 'an empty path names nothing.', value);
      return readText(value, path);
    default:
      if (value === null && field.nullable)
        throw new QueryError(path, 'null is neither greater nor less. Write { eq: null } to find it.', value);
      return readOperand(field, value, path, depth);
  }
}

function readJsonObject(value: unknown, path: string, depth: number) {
  if (!isPlainObject(value)) throw unexpected(value, path, 'an object');
  const json = copyJson(value, path, depth);
  return { operand: json, json };
}

function readText(value: unknown, path: string) {
  if (typeof value !== 'string') throw unexpected(value, path, 'text');
  return { operand: checkText(value, path), json: value };
}

/** The rows of a to-many relation, through `some`, `none` and `every` (rule 4). */
function checkQuantified(
  schema: Resources,
  target: string,
  relation: string,
  value: unknown,
  path: string,
  depth: number,
): CheckedMember {
  const filters: Filter[] = [];
  const json: JsonObject = {};
  for (const [key, given] of membersOf(value, path, depth, 'an object with some, none or every')) {
    const op = quantifiers.find((quantifier) => quantifier === key);
    if (!op) {
      const cure = didYouMean(key, quantifiers) || ` Write { some: { ${key}: … } }.`;
      throw new QueryError(path, `\`${key}\` is not one of some, none and every.${cure}`, given);
    }
    const at = memberPath(path, key);
    if (given === undefined) throw undefinedOperand(at);
    const checked = checkWhere(schema, target, given, at, depth + 1);
    filters.push({ op, relation, filter: checked.filter });
    setMember(json, key, checked.json);
  }
  if (filters.length === 0)
    throw new QueryError(path, 'an object without some, none or every asks nothing.', value);
  return { filters, json };
}

/** One filter of many that all must hold. */
const all = (filters: readonly Filter[]): Filter =>
  filters.length === 1 && filters[0] ? filters[0] : { op: 'and', filters };

const article = (kind: string) => (/^[aeio]/.test(kind) ? `an ${kind}` : `a ${kind}`); // «a uuid»

function filterableNames({ fields, relations }: Resource): string[] {
  const many = Object.keys(relations).filter((name) => relations[name]?.cardinality === 'many');
  return [...Object.keys(fields), ...many, ...combinators];
}
