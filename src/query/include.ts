import type { QueryError, ResponseIssue } from '../errors.js';
import type { JsonObject, JsonValue } from '../schema/field.js';
import { memberNames, notInResource, type Resources, resourceOf } from '../schema/lookup.js';
import type { Properties, RelationName, ResourceName, Target } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { Relation } from '../schema/relation.js';
import type { Resource, SchemaShape } from '../schema/resource.js';
import { isPlainObject, own } from '../values/plain-object.js';
import { QueryNode } from './query-node.js';
import { parseWhere, type Where } from './where.js';

/**
 * Which fields and relations are returned. At one level, the fields are all `true` or all `false`.
 * Write `satisfies Include<…>` or `as const` instead of a type annotation to get a precise row
 * type. In a generic function, use {@link ValidInclude}.
 *
 * @example
 * const include = { name: true, unit: { symbol: true } } satisfies Include<'balances'>;
 */
export type Include<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = Flagged<true, Name, Schema> | Flagged<false, Name, Schema>;

/**
 * One level of an include in the inclusion form (rule 2) or in the exclusion form (rule 3).
 *
 * @example
 * Flagged<true, 'units', PaymentsSchema>['name'] // => true | undefined
 */
type Flagged<
  Flag extends boolean,
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema>,
> = {
  [Key in keyof Properties<Name, Schema>]?:
    | (Key extends RelationName<Name, Schema>
        ? RelationInclude<Target<Name, Key, Schema>, Schema>
        : Flag)
    | undefined;
};

/**
 * The value of a relation in an include: a flag, an include of the related rows, or an object with
 * a filter (rules 5, 6 and 11).
 *
 * @example
 * RelationInclude<'units'>
 * // => boolean | Include<'units'> | FilteredInclude<'units', Include<'units'>>
 */
export type RelationInclude<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = boolean | Include<Name, Schema> | FilteredInclude<Name, Include<Name, Schema>, Schema>;

/** A relation with a filter (rule 11). */
interface FilteredInclude<
  Name extends ResourceName<Schema>,
  Inner,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> {
  /** Which related rows are returned. It does not filter the rows of the list itself. */
  where: Where<Name, Schema>;
  /** What is returned of each related row. Default: its default fields. */
  include?: Inner | undefined;
}

/** What an include selects of each row of a resource. */
export interface SelectionNode {
  readonly resource: string;
  /** The selected fields with `id`, in the order of the schema. */
  readonly fields: readonly string[];
  /** The selected relations, in the order of the include. */
  readonly relations: readonly SelectedRelation[];
}

/** A relation that is returned with each row. */
export interface SelectedRelation {
  readonly name: string;
  readonly relation: Relation;
  readonly selection: SelectionNode;
  /** The filter on the relation's rows; all of them if absent (rule 11 of `include`). */
  readonly where?: JsonObject;
}

/** The data of a response, and what the query selected. */
export interface ValidationInput {
  readonly data: unknown;
  readonly schema: Resources;
  /** The fields and relations that each row must have. */
  readonly selection: SelectionNode;
  /** `true` if the data must be an array of rows, `false` if it must be one row. */
  readonly many: boolean;
}

/**
 * Checks the data of each response. If it returns issues, the call rejects with a {@link
 * ResponseError}.
 */
export type Validator = (input: ValidationInput) => readonly ResponseIssue[];

export interface ParsedInclude {
  readonly selection: SelectionNode;
  /** A copy of the include, as it is sent. */
  readonly json: JsonObject;
}

/** What is selected without an include: the default set of a resource (rule 1 of `include`). */
export const defaultSelection = (schema: Resources, name: string): SelectionNode => ({
  resource: name,
  fields: selectFields(resourceOf(schema, name)),
  relations: [],
});

export function parseInclude(schema: Resources, name: string, include: QueryNode): ParsedInclude {
  const resource = resourceOf(schema, name);
  let first: Flag | undefined;
  const relations: SelectedRelation[] = [];
  const json = include.copyMembers(`an include of ${name} such as { id: true }`, (key, node) => {
    const relation = own(resource.relations, key);
    if (!relation && !own(resource.fields, key)) throw unknownName(name, resource, key, node);
    if (node.value === undefined) return undefined;
    if (!relation) {
      first ??= [key, node.value];
      return parseFlag(node, first);
    }
    if (node.value === false) return false; // as if absent (decision 8)
    const { json, ...selected } = parseRelation(schema, relation.target, node);
    relations.push({ name: key, relation, ...selected });
    return json;
  });
  return {
    selection: { resource: name, fields: selectFields(resource, json, first?.[1]), relations },
    json,
  };
}

function unknownName(name: string, resource: Resource, key: string, node: QueryNode): QueryError {
  if (/^(take|skip|limit|orderBy)$/.test(key))
    return node.unknownKey(`is not a field or relation of ${name}. All related rows are returned.`);
  if (/^(select|fields|columns)$/.test(key))
    return node.unknownKey(`is not a field or relation of ${name}. Write its fields here.`);
  return node.unknownKey(notInResource(name, resource), memberNames(resource));
}

/** The name and the value of a field in an include. */
type Flag = readonly [name: string, value: unknown];

/**
 * The flag of a field. It may not differ from the first one of the same level (rule 8 of
 * `include`).
 */
function parseFlag(node: QueryNode, [name, first]: Flag): boolean {
  const { value } = node;
  if (typeof value !== 'boolean') throw node.typeError('true or false');
  if (first === value) return value;
  throw node.error(
    `true and false cannot be mixed: \`${name}\` is ${first}. Use one of them at each level.`,
  );
}

/**
 * The selected fields (rules 1 to 4 and 9): `id`, and the included ones, or the stored ones but the
 * excluded.
 */
function selectFields({ fields }: Resource, include: object = {}, isInclusion?: unknown): string[] {
  return Object.keys(fields).filter(
    (name) =>
      name === 'id' ||
      (Object.hasOwn(include, name) ? isInclusion : !isInclusion && !fields[name]?.computed),
  );
}

type ParsedRelation = Pick<SelectedRelation, 'selection' | 'where'> & { readonly json: JsonValue };

/** The value of a relation other than `false` (rules 5, 6 and 11 of `include`). */
function parseRelation(schema: Resources, target: string, node: QueryNode): ParsedRelation {
  const { value } = node;
  if (value === true) return { selection: defaultSelection(schema, target), json: true };
  if (!isPlainObject(value))
    throw node.typeError(`true, false or an include of ${target} such as { id: true }`);
  if (Object.hasOwn(value, 'where')) return parseFilteredRelation(schema, target, node);
  if (Object.hasOwn(value, 'include'))
    throw node.error('`include` is only allowed next to `where`. Write its fields here.');
  return parseInclude(schema, target, node);
}

/** `{ where, include }` as the value of a relation (rule 11 of `include`, decision 9). */
function parseFilteredRelation(schema: Resources, target: string, node: QueryNode): ParsedRelation {
  // A `where` that is not enumerable would not be sent: it is not a member, and is rejected as
  // undefined.
  const {
    where: filter = new QueryNode('where', undefined, node),
    include,
    ...rest
  } = Object.fromEntries(node.members('an object with where and include'));
  for (const member of Object.values(rest)) {
    if (member.value !== undefined)
      throw member.unknownKey('is not allowed next to `where`. Move it into `include`.');
  }
  const where = parseWhere(schema, target, filter);
  if (include?.value === undefined)
    return { selection: defaultSelection(schema, target), where, json: { where } };
  const { selection, json } = parseInclude(schema, target, include);
  return { selection, where, json: { where, include: json } };
}
