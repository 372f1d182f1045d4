import { extendSchema } from '../../../schema/define-schema.js';
import { type Field, uuid } from '../../../schema/field.js';
import type { Relation } from '../../../schema/relation.js';
import type { Resource, ResourceDefinition } from '../../../schema/resource.js';
import type { Resources } from '../../../schema/resources.js';
import { own, setMember } from '../../../values/plain-object.js';
import { type Code, dataCode, flat, quote } from '../../print-code.js';
import { isUsableName } from '../sample/conventional-names.js';
import type { Note } from '../sample/mock-data.js';
import type { Reading } from '../sample/read-resources.js';
import type { JsonRow } from '../service/response.js';
import {
  describeEvidence,
  evidenceOf,
  type Finding,
  inferField,
  placeholderOf,
} from './infer-field.js';
import {
  collectRelatedRows,
  confirmRelation,
  inferRelation,
  KnownRows,
  type RelatedRows,
} from './infer-relation.js';

export interface InferredSchema {
  readonly schema: Resources;
  /** The evidence for what the extended schema declares in another way, such as `accounts.tags`. */
  readonly comments: Map<string, string>;
  readonly undeclared: Note[];
  /** What the extended schema declares and was not returned, so that it is removed. */
  readonly removed: Note[];
  readonly known: KnownRows;
}

export interface InferOptions {
  /** Whether the values of enumerations may be written. */
  readonly values: boolean;
  readonly unseenValues: UnseenValues;
}

/** Declared values that no row has, by resource and field such as `transactions.status`. */
export type UnseenValues = ReadonlyMap<string, ReadonlyMap<string, 'absent' | 'rejected'>>;

interface FoundRelation extends Finding<Relation> {
  readonly resource: string;
  readonly name: string;
}

interface ResourceRows {
  readonly name: string;
  readonly declared: Resource | undefined;
  /** `undefined` for a resource without a path. */
  readonly reading: Reading | undefined;
  readonly rows: readonly JsonRow[];
  readonly relations: readonly FoundRelation[];
}

type Remarks = Pick<InferredSchema, 'comments' | 'undeclared' | 'removed'>;

/** @param base - The schema that is extended. */
export function inferSchema(
  base: Resources,
  readings: readonly Reading[],
  options: InferOptions,
): InferredSchema {
  const known = new KnownRows(Object.keys(base), readings);
  const withRows = readings.filter(({ rows }) => rows.size > 0);
  const found = findRelations(base, withRows, known);
  const remarks: Remarks = { comments: new Map(), undeclared: [], removed: [] };
  const extension: Record<string, Partial<ResourceDefinition>> = {};
  for (const name of known.names) {
    const reading = readings.find((one) => one.name === name);
    const declared = own(base, name);
    const rows = [...known.rowsOf(name).values()];
    if (declared && (rows.length === 0 || reading?.failure !== undefined)) continue;
    const relations = found.filter(({ resource }) => resource === name);
    const resource: ResourceRows = { name, declared, reading, rows, relations };
    const fields = rows.length > 0 ? changeFields(resource, options, remarks) : { id: uuid() };
    const changes = { fields, relations: changeRelations(resource, remarks) };
    extension[name] = { ...pathOf(resource), ...(changes as Partial<ResourceDefinition>) };
  }
  return { schema: extendSchema(base, extension) as Resources, known, ...remarks };
}

/** `path` and `operations`, for a path that the schema lacks. */
function pathOf({ reading, declared }: ResourceRows): Partial<ResourceDefinition> {
  if (!reading || reading.path === declared?.path) return {};
  return { path: reading.path, operations: reading.hasGet ? ['get', 'list'] : ['list'] };
}

/** The fields that differ from the declared ones; `null` for those that are removed. */
function changeFields(
  resource: ResourceRows,
  { values, unseenValues }: InferOptions,
  { comments, undeclared, removed }: Remarks,
): Record<string, Field | null> {
  const { declared, reading, rows, relations } = resource;
  const fields: Record<string, Field | null> = {};
  const declaredFields = declared?.fields ?? {};
  const included = [...(reading?.included.values() ?? [])];
  const names = new Set([...rows, ...included, declaredFields].flatMap((row) => Object.keys(row)));
  for (const name of [...names].sort(idFirst)) {
    const field = own(declaredFields, name);
    const stored = evidenceOf(rows, name);
    const isStored = stored.seen > 0;
    // An object that is returned by default and is no relation is JSON. A declared relation cannot
    // be a field.
    const isRelation = relations.some(
      (one) =>
        one.name === name &&
        (one.undeclared === undefined ||
          !isStored ||
          Object.hasOwn(declared?.relations ?? {}, name)),
    );
    if (isRelation) continue;
    const path = [resource.name, name];
    if (!isUsableName(name)) {
      undeclared.push({ path, text: 'this name cannot be used in a query' });
      continue;
    }
    // The rows of an include may have fields that it does not name, too.
    if (!isStored && reading?.treatments.get(name) !== 'returned') {
      if (!field || (field.computed && reading?.rows.size === 0)) continue; // without rows, no include was tried
      setMember(fields, name, null);
      removed.push({ path, text: describeTreatment(resource, name) });
      continue;
    }
    if (isStored && field?.computed && stored.seen < stored.rows) continue; // returned by default in some rows
    const key = path.join('.');
    const finding = inferField(isStored ? stored : evidenceOf(included, name), {
      name,
      declared: field,
      isComputed: !isStored,
      values,
      rejected: [...(unseenValues.get(key) ?? [])].flatMap(([value, how]) =>
        how === 'rejected' ? [value] : [],
      ),
    });
    const { declaration = null, comment, undeclared: problem } = finding;
    if (declaration !== (field ?? null)) setMember(fields, name, declaration);
    if (comment !== undefined) comments.set(key, comment);
    if (problem !== undefined) undeclared.push({ path, text: problem });
  }
  return fields;
}

function changeRelations(
  resource: ResourceRows,
  { comments, undeclared, removed }: Remarks,
): Record<string, Relation | null> {
  const { declared, rows, relations } = resource;
  const changed: Record<string, Relation | null> = {};
  for (const { name, declaration = null, comment, undeclared: problem } of relations) {
    const path = [resource.name, name];
    const before = own(declared?.relations ?? {}, name) ?? null;
    if (declaration !== before) setMember(changed, name, declaration);
    if (comment !== undefined) comments.set(path.join('.'), comment);
    // Empty and null values show no other target.
    if (before && !declaration)
      removed.push({ path, text: problem ?? describeTreatment(resource, name) });
    else if (problem !== undefined && !rows.some((row) => Object.hasOwn(row, name)))
      undeclared.push({ path, text: problem });
  }
  return changed;
}

/** How the service treats an include of a name that it did not return. */
function describeTreatment({ reading, rows }: ResourceRows, name: string): string {
  const treatment = reading?.treatments.get(name);
  if (treatment === 'rejected') return 'an include of it is rejected';
  const evidence = reading
    ? describeEvidence({ rows: rows.length, seen: 0, nulls: 0 })
    : 'no related row has it';
  return treatment === 'ignored' ? `${evidence}, even if an include names it` : evidence;
}

/**
 * Finds the relations of all resources, and adds the related rows to the known ones.
 *
 * @returns What is declared as a relation, and what looks like one.
 */
function findRelations(
  base: Resources,
  readings: readonly Reading[],
  known: KnownRows,
): FoundRelation[] {
  const found: FoundRelation[] = [];
  // The relations of the schema go first: their rows show where the other relations lead.
  for (const reading of readings) {
    for (const [name, relation] of Object.entries(own(base, reading.name)?.relations ?? {})) {
      const related = collectRelatedRows(reading, name);
      const finding = related
        ? confirmRelation(relation, related, known)
        : reading.treatments.get(name) === 'returned' && {
            undeclared: 'values other than related rows',
          };
      found.push({ resource: reading.name, name, ...finding });
    }
  }
  const others = readings.flatMap((reading) => undeclaredRelations(base, reading));
  // To-one relations go first.
  others.sort((left, right) => Number(left.isMany ?? false) - Number(right.isMany ?? false));
  for (const related of others) {
    const { resource, name } = related;
    found.push({ resource, name, ...inferRelation(related, known) });
  }
  return found.sort((left, right) => idFirst(left.name, right.name));
}

/** The names that are no fields and whose values look like related rows. */
function undeclaredRelations(base: Resources, reading: Reading): RelatedRows[] {
  const declared = own(base, reading.name);
  const returned = [...reading.treatments].flatMap(([name, how]) =>
    how === 'returned' ? [name] : [],
  );
  return returned.sort().flatMap((name) => {
    if (
      declared &&
      (Object.hasOwn(declared.fields, name) || Object.hasOwn(declared.relations, name))
    )
      return [];
    const related = collectRelatedRows(reading, name);
    if (!related) return [];
    // A field that is returned by default may be null or an empty array without being a relation.
    const isDefault = [...reading.rows.values()].some((row) => Object.hasOwn(row, name));
    return related.pairs.length === 0 && isDefault ? [] : [related];
  });
}

/** The same order on each machine. */
const idFirst = (left: string, right: string): number =>
  left === 'id' ? -1 : right === 'id' ? 1 : left < right ? -1 : Number(left > right);

interface SchemaChange {
  readonly resource: string;
  readonly group: 'fields' | 'relations';
  readonly name: string;
  readonly before: Code | undefined;
  readonly after: Code | undefined;
}

/**
 * What changes from a schema to another one, by resource. @param of - Whether values of
 * enumerations count.
 */
export function schemaChanges(
  base: Resources,
  schema: Resources,
  of: 'all' | 'kinds',
): SchemaChange[] {
  const codeOf = (field: Field) => fieldCode(of === 'all' ? field : { ...field, values: [] });
  return Object.entries(schema).flatMap(([resource, { fields, relations }]) => {
    const before = own(base, resource);
    const changes = <Item>(
      group: SchemaChange['group'],
      old: { readonly [name: string]: Item } = {},
      current: { readonly [name: string]: Item },
      print: (item: Item) => Code,
    ) =>
      Object.keys({ ...old, ...current })
        .sort(idFirst)
        .map((name) => {
          const [left, right] = [own(old, name), own(current, name)];
          return {
            resource,
            group,
            name,
            before: left && print(left),
            after: right && print(right),
          };
        })
        .filter((change) => flat(change.before ?? '') !== flat(change.after ?? ''));
    return [
      ...changes('fields', before?.fields, fields, codeOf),
      ...changes('relations', before?.relations, relations, relationCode),
    ];
  });
}

function fieldCode(field: Field): Code {
  const isArray = field.format === 'array';
  const plain: Code = {
    call: field.kind,
    args: [...field.values, ...(isArray ? ['array'] : [])].map(quote),
  };
  const code: Code = field.nullable ? { call: 'nullable', args: [plain] } : plain;
  const { follows, references, format } = field;
  const options = dataCode({ follows, references, format: isArray ? undefined : format });
  if (!field.computed)
    return flat(options) === '{}' ? code : { call: 'mockValues', args: [code, options] };
  const value = flat(dataCode(placeholderOf(field)));
  return { call: 'computed', args: [code, `() => ${value === '{}' ? '({})' : value}`] };
}

function relationCode({ target, cardinality, foreignKey, nullable, filterable }: Relation): Code {
  const options = { foreignKey, ...(nullable && { nullable }), ...(filterable && { filterable }) };
  return { call: cardinality, args: [quote(target), dataCode(options)] };
}
