import type { JsonObject, JsonValue } from '../schema/field.js';
import type { Properties, RelationName, ResourceName, Target } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { Relation } from '../schema/relation.js';
import type { Resource, SchemaShape } from '../schema/resource.js';
import { type Resources, resourceOf } from '../schema/resources.js';
import { didYouMean } from '../values/did-you-mean.js';
import { isPlainObject, own, setMember } from '../values/plain-object.js';
import type { FilterNode } from './filter-node.js';
import { QueryNode } from './query-node.js';
import { readWhere, type Where } from './where.js';

/**
 * Which properties and relations come back: all `true` or all `false` on one level.
 *
 * @example
 * const include = { name: true, unit: { symbol: true } } satisfies Include<'balances'>;
 */
export type Include<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema> = PaymentsSchema> =
  | Flagged<true, Name, Schema>
  | Flagged<false, Name, Schema>;

/**
 * One level of an include in the inclusion form (rule 2) or in the exclusion form (rule 3).
 *
 * @example
 * Flagged<true, 'units', PaymentsSchema>['name'] // => true | undefined
 */
export type Flagged<
  Flag extends boolean,
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema>,
> = {
  readonly [Key in keyof Properties<Name, Schema>]?:
    | (Key extends RelationName<Name, Schema> ? RelationInclude<Target<Name, Key, Schema>, Schema> : Flag)
    | undefined;
};

/**
 * What may stand for a relation: a flag, what to include of it, or a filter on it (rules 5, 6 and 11).
 *
 * @example
 * RelationInclude<'units'> // => boolean | Include<'units'> | { where: Where<'units'>; include?: Include<'units'> }
 */
export type RelationInclude<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = boolean | Include<Name, Schema> | FilteredInclude<Name, Include<Name, Schema>, Schema>;

/** A relation of which only some rows come back (rule 11). */
export interface FilteredInclude<
  Name extends ResourceName<Schema>,
  Inner,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> {
  /** Which rows of the relation come back. The parents are not filtered by it. */
  readonly where: Where<Name, Schema>;
  /** What comes back of each; the default set by default. */
  readonly include?: Inner | undefined;
}

/** A checked include: what comes back of each row of a resource. */
export interface SelectionNode {
  readonly resource: string;
  /** The fields that come, `id` among them, in the order of the schema. */
  readonly fields: readonly string[];
  /** The relations that come, in the order of the include. */
  readonly relations: readonly SelectedRelation[];
}

/** A relation that comes with each row. */
export interface SelectedRelation {
  readonly name: string;
  readonly relation: Relation;
  readonly selection: SelectionNode;
  /** Which of its rows come; all by default (rule 11). */
  readonly filter?: FilterNode;
}

/** An `include` that means something: what it means, and a copy as it is sent. */
export interface CheckedInclude {
  readonly selection: SelectionNode;
  readonly json: JsonObject;
}

/**
 * Reads an `include`: all eleven rules of the document.
 *
 * @param name - The resource whose rows come back.
 * @throws QueryError with the path, the value and the cure.
 */
export const checkInclude = (schema: Resources, name: string, include: unknown): CheckedInclude =>
  readInclude(schema, name, new QueryNode('include', include));

/** The default set of a resource, as if there were no include. */
export const defaultSelection = (schema: Resources, name: string): SelectionNode => ({
  resource: name,
  fields: selectFields(resourceOf(schema, name), new Map()),
  relations: [],
});

function readInclude(schema: Resources, name: string, include: QueryNode): CheckedInclude {
  const resource = resourceOf(schema, name);
  const flags = new Map<string, boolean>();
  const relations: SelectedRelation[] = [];
  const json: JsonObject = {};
  for (const [key, part] of include.members(`an include of ${name}`)) {
    const relation = own(resource.relations, key);
    if (!relation && !own(resource.fields, key)) {
      const names = [...Object.keys(resource.fields), ...Object.keys(resource.relations)];
      throw part.unknownKey(`is not a property or relation of ${name}.${didYouMean(key, names)}`);
    }
    if (part.value === undefined) continue;
    if (relation) {
      const checked = readRelation(schema, relation.target, part);
      if (checked.selected) relations.push({ name: key, relation, ...checked.selected });
      setMember(json, key, checked.json);
    } else {
      const flag = readFlag(part, flags);
      flags.set(key, flag);
      setMember(json, key, flag);
    }
  }
  return { selection: { resource: name, fields: selectFields(resource, flags), relations }, json };
}

/** One flag of a field; `flags` are those before it, with which it may not be mixed (rule 8). */
function readFlag(part: QueryNode, flags: ReadonlyMap<string, boolean>): boolean {
  const { value } = part;
  if (typeof value !== 'boolean') throw part.typeError('true or false');
  const [first] = flags;
  if (!first || first[1] === value) return value;
  throw part.error(
    `true and false cannot be mixed on one level: \`${first[0]}\` is ${first[1]}. Name what you want, or what you don't want, not both.`,
  );
}

/** The fields that come (rules 1 to 4 and 9): `id`, and those named, or the stored ones without those named. */
function selectFields({ fields }: Resource, flags: ReadonlyMap<string, boolean>): string[] {
  const inclusion = flags.values().next().value === true;
  return Object.keys(fields).filter(
    (name) => name === 'id' || (flags.has(name) ? inclusion : !inclusion && !fields[name]?.computed),
  );
}

interface CheckedRelation {
  readonly selected?: { readonly selection: SelectionNode; readonly filter?: FilterNode };
  readonly json: JsonValue;
}

/** What stands for a relation (rules 5, 6 and 11); `false` is as if it were absent (decision 8). */
function readRelation(schema: Resources, target: string, part: QueryNode): CheckedRelation {
  const { value } = part;
  if (value === false) return { json: false };
  if (value === true) return { selected: { selection: defaultSelection(schema, target) }, json: true };
  if (!isPlainObject(value)) throw part.typeError(`true, false or an include of ${target}`);
  if (Object.hasOwn(value, 'where')) return readFiltered(schema, target, part);
  if (Object.hasOwn(value, 'include'))
    throw part.error('an `include` stands only beside a `where`. Write the properties directly.');
  const { selection, json } = readInclude(schema, target, part);
  return { selected: { selection }, json };
}

/** A relation with a filter of its own (rule 11 and decision 9). */
function readFiltered(schema: Resources, target: string, part: QueryNode): CheckedRelation {
  const members = new Map(part.members('an object with where and include'));
  for (const [key, member] of members) {
    if (key !== 'where' && key !== 'include' && member.value !== undefined)
      throw member.unknownKey('cannot stand beside a `where`. Write it inside `include`.');
  }
  const given = members.get('where') ?? new QueryNode('where', undefined, part); // one that is not enumerable is not sent
  const { filter, json: where } = readWhere(schema, target, given);
  const include = members.get('include');
  if (include?.value === undefined)
    return { selected: { selection: defaultSelection(schema, target), filter }, json: { where } };
  const { selection, json } = readInclude(schema, target, include);
  return { selected: { selection, filter }, json: { where, include: json } };
}
