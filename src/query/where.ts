import type { Field, JsonObject, JsonValue } from '../schema/field.js';
import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { Resource, SchemaShape } from '../schema/resource.js';
import { type Resources, resourceOf } from '../schema/resources.js';
import { didYouMean } from '../values/did-you-mean.js';
import { isPlainObject, own, setMember } from '../values/plain-object.js';
import { type Combinator, type Comparator, combinators, comparators, quantifiers } from './comparators.js';
import { checkText, copyJson } from './copy-json.js';
import type { FilterNode } from './filter-node.js';
import { assertDefined, type Operand, readOperand } from './operand.js';
import { QueryNode } from './query-node.js';
import type { AtLeastOne, Bare, Comparison } from './types/comparison.js';

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

/**
 * One object, not an intersection, over keys of `All`, so that the sentences on its members stay.
 *
 * @example
 * Members<'units', UnitProperties, 'id', PaymentsSchema> // => { id?: string | { eq: string; … } | … }
 */
export type Members<
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

/**
 * The names that a filter may use: every field, and every relation that is an array (decision 10).
 *
 * @example
 * Filterable<PaymentsSchema['transactions']> // => 'id' | 'status' | … | 'lines' | 'AND' | 'OR'
 */
export type Filterable<Model extends Resource> =
  | ((keyof Model['fields'] | Model['~types']['many']) & keyof Model['~types']['properties'])
  | Combinator;

/** Filters that are combined (rule 3). */
interface Combined extends Record<Combinator, unknown> {
  /** Every one of these filters holds. */
  AND: unknown;
  /** At least one of these filters holds. */
  OR: unknown;
}

/**
 * A filter on the rows of a to-many relation (rule 4).
 *
 * @example
 * Quantified<'units'> // => { some: Where<'units'>; … } | { none: Where<'units'>; … } | { every: Where<'units'>; … }
 */
export type Quantified<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = AtLeastOne<Quantifiers<Where<Name, Schema>>>;

/** The three ways to look through a relation, each of which may be left out. */
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
  readonly filter: FilterNode;
  readonly json: JsonObject;
}

/**
 * Reads a `where`: all nine rules of the document, from the one table of comparators.
 *
 * @param schema - The resources; only names of own properties count.
 * @param name - The resource whose rows are filtered.
 * @throws QueryError with the path, the value and the cure.
 */
export const checkWhere = (schema: Resources, name: string, where: unknown): CheckedWhere =>
  readWhere(schema, name, new QueryNode('where', where));

/** Reads a `where` that is part of a query; see {@link checkWhere}. */
export function readWhere(schema: Resources, name: string, where: QueryNode): CheckedWhere {
  const filters: FilterNode[] = [];
  const json: JsonObject = {};
  for (const [key, part] of where.members(`a filter of ${name}`)) {
    const member = readMember(schema, name, key, part);
    filters.push(...member.filters);
    setMember(json, key, member.json);
  }
  return { filter: all(filters), json };
}

interface CheckedMember {
  readonly filters: readonly FilterNode[];
  readonly json: JsonValue;
}

function readMember(schema: Resources, name: string, key: string, part: QueryNode): CheckedMember {
  assertDefined(part);
  if (key === 'AND' || key === 'OR') {
    const checked = part.items('a list of filters').map((item) => readWhere(schema, name, item));
    const op = key === 'AND' ? 'and' : 'or';
    return {
      filters: [{ op, filters: checked.map(({ filter }) => filter) }],
      json: checked.map(({ json }) => json),
    };
  }
  const resource = resourceOf(schema, name);
  const field = own(resource.fields, key);
  if (field) return readField(field, key, part);
  const relation = own(resource.relations, key);
  if (relation?.cardinality === 'many') return readQuantified(schema, relation.target, key, part);
  if (relation)
    throw part.error(
      `a filter cannot enter a to-one relation. Filter on the foreign key \`${relation.foreignKey}\` instead.`,
    );
  throw part.unknownKey(
    `is not a property or to-many relation of ${name}.${didYouMean(key, filterableNames(resource))}`,
  );
}

/** A bare value means equality, an object holds comparators (rules 1 and 2). */
function readField(field: Field, name: string, part: QueryNode): CheckedMember {
  const { value } = part;
  if (!isPlainObject(value)) {
    if (field.kind === 'json' && value !== null)
      throw part.error(`a JSON property is filtered with comparators. Write { eq: … } or { contains: … }.`);
    if (Array.isArray(value)) throw part.error('a list is not a value. Write { in: […] }.');
    const { operand, json } = readOperand(field, part);
    return { filters: [{ op: 'eq', field: name, operand }], json };
  }
  const filters: FilterNode[] = [];
  const json: JsonObject = {};
  for (const [key, member] of part.members('comparators')) {
    const checked = readComparison(field, name, key, member);
    filters.push(checked.filter);
    setMember(json, key, checked.json);
  }
  if (filters.length > 0) return { filters, json };
  throw part.error(
    `an object without a comparator asks nothing. The comparators are ${comparators[field.kind].join(', ')}.`,
  );
}

function readComparison(field: Field, name: string, key: string, part: QueryNode) {
  const known: readonly Comparator[] = comparators[field.kind];
  const comparator = known.find((name) => name === key);
  if (!comparator) {
    const isOfOther = Object.values<readonly string[]>(comparators).some((names) => names.includes(key));
    const cure = `${isOfOther ? '' : didYouMean(key, known)} The comparators are ${known.join(', ')}.`;
    throw part.unknownKey(`is not a comparator of ${article(field.kind)} property.${cure}`);
  }
  const { operand, json } = readCompared(field, comparator, assertDefined(part));
  const op = comparator === 'contains' && field.kind !== 'json' ? 'like' : comparator;
  return { filter: { op, field: name, operand } as const, json };
}

/** What a comparator compares with. */
function readCompared(field: Field, comparator: Comparator, part: QueryNode): Operand {
  switch (comparator) {
    case 'eq':
    case 'neq':
      return readOperand(field, part);
    case 'in':
    case 'not_in': {
      const read = part.items('a list of values').map((item) => readOperand(field, item));
      return { operand: read.map(({ operand }) => operand), json: read.map(({ json }) => json) };
    }
    case 'contains':
    case 'not_contains':
      return field.kind === 'json' ? readJsonObject(part) : readText(part);
    case 'like':
      return readText(part);
    case 'exists':
    case 'not_exists':
      if (part.value === '') throw part.error('an empty path names nothing.');
      return readText(part);
    default:
      if (part.value === null && field.nullable)
        throw part.error('null is neither greater nor less. Write { eq: null } to find it.');
      return readOperand(field, part);
  }
}

function readJsonObject(part: QueryNode): Operand {
  if (!isPlainObject(part.value)) throw part.typeError('an object');
  const json = copyJson(part);
  return { operand: json, json };
}

function readText(part: QueryNode): Operand {
  if (typeof part.value !== 'string') throw part.typeError('text');
  const json = checkText(part.value, part);
  return { operand: json, json };
}

/** The rows of a to-many relation, through `some`, `none` and `every` (rule 4). */
function readQuantified(schema: Resources, target: string, relation: string, part: QueryNode): CheckedMember {
  const filters: FilterNode[] = [];
  const json: JsonObject = {};
  for (const [key, member] of part.members('an object with some, none or every')) {
    const op = quantifiers.find((quantifier) => quantifier === key);
    if (!op) {
      const cure = didYouMean(key, quantifiers) || ` Write { some: { ${key}: … } }.`;
      throw member.unknownKey(`is not one of some, none and every.${cure}`);
    }
    const checked = readWhere(schema, target, assertDefined(member));
    filters.push({ op, relation, filter: checked.filter });
    setMember(json, key, checked.json);
  }
  if (filters.length > 0) return { filters, json };
  throw part.error('an object without some, none or every asks nothing.');
}

/** One filter of many that all must hold. */
const all = (filters: readonly FilterNode[]): FilterNode =>
  filters.length === 1 && filters[0] ? filters[0] : { op: 'and', filters };

const article = (kind: string) => (/^[aeio]/.test(kind) ? `an ${kind}` : `a ${kind}`); // «a uuid»

function filterableNames({ fields, relations }: Resource): string[] {
  const many = Object.keys(relations).filter((name) => relations[name]?.cardinality === 'many');
  return [...Object.keys(fields), ...many, ...combinators];
}
