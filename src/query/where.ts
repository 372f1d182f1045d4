import type { Field, JsonObject, JsonValue } from '../schema/field.js';
import { type Comparator, comparators, isComparator } from '../schema/kinds.js';
import { memberNames, notInResource, type Resources, resourceOf } from '../schema/lookup.js';
import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { Relation } from '../schema/relation.js';
import type { Resource, SchemaShape } from '../schema/resource.js';
import { isPlainObject, own } from '../values/plain-object.js';
import { type Combinator, combinators, type FilterForm, quantifiers } from './filter.js';
import { assertDefined, parseOperand, parseText } from './operand.js';
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
> = Members<
  Name,
  Schema[Name]['~types']['properties'] & Combined,
  Filterable<Schema[Name]>,
  Schema
>;

/**
 * The members of a filter. It maps over keys of one named type, which keeps their documentation.
 *
 * @example
 * Members<'units', Unit, 'id', PaymentsSchema> // => Pick<Where<'units'>, 'id'>
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
 * The names in a filter: all fields, the relations that can be filtered (decision 10), `AND` and
 * `OR`.
 *
 * @example
 * Filterable<PaymentsSchema['transactionLines']>
 * // => 'id' | 'account_id' | 'amount' | 'AND' | 'OR'
 * Filterable<PaymentsSchema['accounts']> // => keyof AccountProperties | 'AND' | 'OR'
 */
type Filterable<Model extends Resource, Relations = Model['relations']> =
  | (keyof Model['~types']['properties'] &
      (
        | keyof Model['fields']
        | {
            [Name in keyof Relations]: FilterForm<Relations[Name]> extends 'none' ? never : Name;
          }[keyof Relations]
      ))
  | Combinator;

/**
 * The filter on a relation: with quantifiers, or directly with the fields of the related row.
 *
 * @example
 * RelationWhere<PaymentsSchema['transactions']['relations']['lines'], PaymentsSchema>
 * // => Quantified<'transactionLines'>
 */
type RelationWhere<
  Of extends Relation,
  Schema extends SchemaShape<Schema>,
> = Of['cardinality'] extends 'many'
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

/** Checks a filter. Returns it as it is sent. */
export const parseWhere = (schema: Resources, name: string, where: QueryNode): JsonObject =>
  parseFilter(schema, name, where.allowLevels(MAX_FILTER_DEPTH));

const parseFilter = (schema: Resources, name: string, filter: QueryNode): JsonObject =>
  filter.copyMembers(`a filter of ${name} such as { id: '…' }`, (key, node) =>
    parseMember(schema, name, key, node),
  );

/** `undefined` if the member is no constraint, such as `balance: {}` (decision 18). */
type ParsedMember = JsonValue | undefined;

function parseMember(schema: Resources, name: string, key: string, node: QueryNode): ParsedMember {
  assertDefined(node);
  if (own(combinators, key))
    return node.mapItems('an array of filters', (item) => parseFilter(schema, name, item));
  const resource = resourceOf(schema, name);
  const { fields, relations } = resource;
  const field = own(fields, key);
  if (field) return parseFieldFilter(field, node);
  const relation = own(relations, key);
  if (!relation)
    throw node.unknownKey(
      notInResource(name, resource),
      Object.keys({ ...fields, ...relations, ...combinators }),
      /^not$/i.test(key) ? ' Use `neq` or `not_in` of a field, or `none` of a relation.' : '',
    );
  return relation.cardinality === 'many'
    ? parseQuantifiers(schema, relation, node)
    : parseRelatedFilter(schema, relation, Object.hasOwn(fields, relation.foreignKey), node);
}

/** What to write instead of a comparator of another library. */
function comparatorHint(comparator: string): string | undefined {
  if (/between$/.test(comparator)) return ' Use `gte` and `lte`.';
  if (/null$|exists$/i.test(comparator)) return ' Use { eq: null } or { neq: null }.';
  return comparator === 'mode' ? ' The service decides on letter case.' : undefined;
}

/** A plain value means equality, an object consists of comparators (rules 1 and 2 of `where`). */
function parseFieldFilter(field: Field, node: QueryNode): ParsedMember {
  const { value } = node;
  if (!isPlainObject(value)) {
    if (field.kind !== 'json' && Array.isArray(value))
      throw node.typeError('a value', ' Use { in: […] } for an array.');
    return parseOperand(field, node);
  }
  const names: readonly Comparator[] = comparators[field.kind];
  const json = node.copyMembers('comparators', (key, member) => {
    const op = names.find((comparator) => comparator === key);
    if (!op) {
      const hint = comparatorHint(key);
      throw member.unknownKey(
        `is not a comparator of ${field.kind} fields.`,
        isComparator(key) || hint ? [] : names, // it has another kind
        hint ?? ` Use ${names.join(', ')}.`,
      );
    }
    assertDefined(member);
    return operandParsers[op](field, member);
  });
  if (!isEmpty(json)) return json;
  if (field.kind !== 'json') return undefined;
  // {} could mean { eq: {} }.
  throw node.typeError('comparators', ' Use { eq: … } or { contains: … }.');
}

/** Returns the operand of a comparator as it is sent. */
type OperandParser = (field: Field, node: QueryNode) => JsonValue;

const parseItems: OperandParser = (field, node) =>
  node.mapItems('an array of values', (item) => parseOperand(field, item));

const parseOrderedOperand: OperandParser = (field, node) => {
  if (node.value === null && field.nullable)
    throw node.error('null has no order. Use { eq: null }.');
  return parseOperand(field, node);
};

const parseString: OperandParser = (_, node) => parseText(node.value, node);

const parseContained: OperandParser = (field, node) => {
  if (field.kind !== 'json') return parseString(field, node);
  if (!isPlainObject(node.value)) throw node.typeError('an object');
  return parseOperand(field, node);
};

/**
 * A client sends any text, because the API specification does not define the syntax of paths
 * (decision 26). A mock rejects paths of another syntax than its own: read as keys they would be
 * missing in every row, so that `not_exists` would match all of them.
 */
const parseKeyOrPath: OperandParser = (_, node) => {
  const expected = "a key or a dotted path such as 'a.b'";
  if (node.value === '') throw node.typeError(expected);
  const path = parseText(node.value, node);
  if (node.context.isReceived && /^[$/]|\[/.test(path))
    throw node.typeError(expected, ' Other paths are not specified.');
  return path;
};

const operandParsers: Readonly<Record<Comparator, OperandParser>> = {
  eq: parseOperand,
  neq: parseOperand,
  in: parseItems,
  not_in: parseItems,
  gt: parseOrderedOperand,
  gte: parseOrderedOperand,
  lt: parseOrderedOperand,
  lte: parseOrderedOperand,
  like: parseString,
  contains: parseContained,
  not_contains: parseContained,
  exists: parseKeyOrPath,
  not_exists: parseKeyOrPath,
};

/** A filter on the related row of a to-one relation (decision 10). */
function parseRelatedFilter(
  schema: Resources,
  relation: Relation,
  hasForeignKey: boolean,
  node: QueryNode,
): ParsedMember {
  const { target, foreignKey, filterable } = relation;
  // A picked schema may hide the foreign key: its name is not for pages.
  const instead = hasForeignKey ? `Use \`${foreignKey}\`` : 'Declare the foreign key as a field';
  if (!filterable)
    throw node.error(
      `cannot filter on a to-one relation. ${instead}, or \`filterable: true\` in the schema.`,
    );
  if (!isPlainObject(node.value)) throw node.typeError(`a filter of ${target}`, ` ${instead}.`);
  const json = parseFilter(schema, target, node);
  return isEmpty(json) ? undefined : json;
}

/** A filter on the rows of a to-many relation (rule 4 of `where`). */
function parseQuantifiers(schema: Resources, { target }: Relation, node: QueryNode): JsonObject {
  const expected = 'an object with some, none or every';
  const json = node.copyMembers(expected, (key, member) => {
    if (!quantifiers.some((quantifier) => quantifier === key)) {
      const isMember = memberNames(resourceOf(schema, target)).includes(key);
      const hint = isMember ? ` Use { some: { ${key}: … } }.` : '';
      throw member.unknownKey('is not one of some, none and every.', quantifiers, hint);
    }
    assertDefined(member);
    return parseFilter(schema, target, member);
  });
  if (isEmpty(json)) throw node.typeError(expected);
  return json;
}

const isEmpty = (object: object): boolean => Object.keys(object).length === 0;
