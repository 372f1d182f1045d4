import type { Field, JsonObject, JsonValue } from '../schema/field.js';
import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { Relation } from '../schema/relation.js';
import type { Resource, SchemaShape } from '../schema/resource.js';
import { notInResource, type Resources, resourceOf } from '../schema/resources.js';
import { shorten } from '../values/describe.js';
import { isPlainObject, own } from '../values/plain-object.js';
import { type Combinator, combinators, comparators, quantifiers } from './comparators.js';
import { checkText } from './copy-json.js';
import { assertDefined, checkOperand } from './operand.js';
import { MAX_FILTER_DEPTH, type QueryNode } from './query-node.js';
import type { Bare, Comparison } from './types/comparison.js';

/**
 * A filter on the rows of a resource. Its members can be set one after the other.
 *
 * @example
 * const where: Where<'balances'> = { balance: { gte: '100.00' }, OR: [{ type: 'main' }] };
 */
export type Where<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = Members<Name, Schema[Name]['~types']['properties'] & Combined, Filterable<Schema[Name]>, Schema>;

/**
 * The members of a filter. It maps over keys of one named type, which keeps their documentation.
 *
 * @example
 * Members<'units', UnitProperties, 'id', PaymentsSchema> // => Pick<Where<'units'>, 'id'>
 */
type Members<
  Name extends ResourceName<Schema>,
  All,
  Names extends keyof All,
  Schema extends SchemaShape<Schema>,
> = {
  [Key in Names]?: Key extends keyof Schema[Name]['fields']
    ?
        | Bare<Schema[Name]['fields'][Key]['kind'], All[Key]>
        | Comparison<Schema[Name]['fields'][Key]['kind'], All[Key]>
    : Key extends keyof Schema[Name]['relations']
      ? RelationWhere<Schema[Name]['relations'][Key], Schema>
      : readonly Where<Name, Schema>[];
};

/**
 * The names in a filter: all fields, the relations that can be filtered (decision 10), `AND` and `OR`.
 *
 * @example
 * Filterable<PaymentsSchema['transactionLines']> // => 'id' | 'account_id' | 'amount' | 'AND' | 'OR'
 * Filterable<PaymentsSchema['accounts']> // => keyof AccountProperties | 'AND' | 'OR'
 */
type Filterable<Model extends Resource> =
  | ((keyof Model['fields'] | Model['~types']['many'] | Model['~types']['filterable']) &
      keyof Model['~types']['properties'])
  | Combinator;

/**
 * The filter on a relation: with quantifiers, or directly with the properties of the related row.
 *
 * @example
 * RelationWhere<PaymentsSchema['transactions']['relations']['lines'], PaymentsSchema>
 * // => Quantified<'transactionLines'>
 */
type RelationWhere<Of extends Relation, Schema extends SchemaShape<Schema>> = Of['cardinality'] extends 'many'
  ? Quantified<Of['target'] & ResourceName<Schema>, Schema>
  : Where<Of['target'] & ResourceName<Schema>, Schema>;

/** Filters that are combined (rule 3). */
interface Combined extends Record<Combinator, unknown> {
  /** All of these filters match. */
  AND: unknown;
  /** At least one of these filters matches. */
  OR: unknown;
}

/** A filter on a to-many relation (rule 4). Several quantifiers are combined by AND. */
export interface Quantified<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> {
  /** At least one related row matches. */
  some?: Where<Name, Schema>;
  /** No related row matches. */
  none?: Where<Name, Schema>;
  /** All related rows match, or there are none. */
  every?: Where<Name, Schema>;
}

/**
 * Checks a `where` by the rules of the API specification.
 *
 * @param name - The resource whose rows are filtered.
 * @returns A copy, as it is sent.
 * @throws QueryError
 */
export const checkWhere = (schema: Resources, name: string, where: QueryNode): JsonObject =>
  checkFilter(schema, name, where.allowLevels(MAX_FILTER_DEPTH));

const checkFilter = (schema: Resources, name: string, filter: QueryNode): JsonObject =>
  filter.copyMembers(`a filter of ${name}`, (key, node) =>
    checkMember(schema, name, key, assertDefined(node)),
  );

/** Returns `undefined` for an object that is no constraint, such as `balance: {}` (decision 18). */
function checkMember(schema: Resources, name: string, key: string, node: QueryNode): JsonValue | undefined {
  if (key === 'AND' || key === 'OR')
    return node.items('an array of filters').map((item) => checkFilter(schema, name, item));
  const resource = resourceOf(schema, name);
  const { fields, relations } = resource;
  const field = own(fields, key);
  if (field) return checkField(field, node);
  const relation = own(relations, key);
  if (relation)
    return relation.cardinality === 'many'
      ? checkQuantifiers(schema, relation.target, node)
      : checkRelated(schema, relation, own(fields, relation.foreignKey) !== undefined, node);
  const names = [...Object.keys(fields), ...Object.keys(relations), ...combinators];
  throw node.unknownKey(notInResource(name, resource), names);
}

/** A plain value means equality, an object consists of comparators (rules 1 and 2 of `where`). */
function checkField(field: Field, node: QueryNode): JsonValue | undefined {
  const isJson = field.kind === 'json';
  const { value } = node;
  if (isPlainObject(value)) {
    const checked = node.copyMembers('comparators', (key, member) => checkComparison(field, key, member));
    if (!isJson || !isEmpty(checked)) return omitEmpty(checked); // on JSON, {} could mean { eq: {} }
  }
  if (isJson && value !== null) throw node.typeError('comparators', ' Use { eq: … } or { contains: … }.');
  if (Array.isArray(value)) throw node.typeError('a value', ' Use { in: […] } for an array.');
  return checkOperand(field, node);
}

function checkComparison(field: Field, key: string, node: QueryNode): JsonValue {
  const names: readonly string[] = comparators[field.kind];
  if (!names.includes(key)) {
    const isOfOtherKind = Object.values<readonly string[]>(comparators).flat().includes(key);
    throw node.unknownKey(
      `is not a comparator of ${field.kind} properties.`,
      isOfOtherKind ? [] : names,
      ` Use ${names.join(', ')}.`,
    );
  }
  const { value } = assertDefined(node);
  if (key === 'in' || key === 'not_in')
    return node.items('an array of values').map((item) => checkOperand(field, item));
  if (key.endsWith('exists')) return checkPath(node);
  if (key === 'like' || key.endsWith('contains')) {
    if (field.kind !== 'json') return checkString(node);
    if (!isPlainObject(value)) throw node.typeError('an object');
  } else if (value === null && field.nullable && key !== 'eq' && key !== 'neq')
    throw node.error('null has no order. Use { eq: null }.');
  return checkOperand(field, node);
}

function checkString(node: QueryNode): string {
  if (typeof node.value !== 'string') throw node.typeError('a string');
  return checkText(node.value, node);
}

/** A key or a dotted path: the API specification does not define other paths (decision 26). */
function checkPath(node: QueryNode): string {
  const path = checkString(node);
  if (path === '' || /^[$/]|\[/.test(path))
    throw node.typeError("a key or a dotted path such as 'a.b'", ' Other paths are not specified.');
  return path;
}

/** A filter on the related row of a to-one relation (decision 10). */
function checkRelated(
  schema: Resources,
  { target, foreignKey, filterable }: Relation,
  hasForeignKey: boolean,
  node: QueryNode,
): JsonObject | undefined {
  // The foreign key need not be declared, and a picked schema may leave it out.
  const instead = hasForeignKey ? `Use \`${foreignKey}\`` : `Declare \`${foreignKey}\` as a field`;
  if (!filterable)
    throw node.error(
      `cannot filter on a to-one relation. ${instead}, or \`filterable: true\` in the schema.`,
    );
  if (!isPlainObject(node.value)) throw node.typeError(`a filter of ${target}`, ` ${instead}.`);
  return omitEmpty(checkFilter(schema, target, node));
}

/** A filter on the rows of a to-many relation (rule 4 of `where`). */
function checkQuantifiers(schema: Resources, target: string, node: QueryNode): JsonObject {
  const expected = 'an object with some, none or every';
  const checked = node.copyMembers(expected, (key, member) => {
    if (!quantifiers.some((quantifier) => quantifier === key))
      throw member.unknownKey(
        'is not one of some, none and every.',
        quantifiers,
        ` Use { some: { ${shorten(key)}: … } }.`,
      );
    return checkFilter(schema, target, assertDefined(member));
  });
  if (isEmpty(checked)) throw node.typeError(expected);
  return checked;
}

const isEmpty = (object: object): boolean => Object.keys(object).length === 0;

const omitEmpty = (object: JsonObject): JsonObject | undefined => (isEmpty(object) ? undefined : object);
