import type { FieldKind, JsonObject, JsonValue } from '../../schema/field.js';
import type { Relation } from '../../schema/relation.js';
import type { Resource } from '../../schema/resource.js';
import { resourceOf } from '../../schema/resources.js';
import { type ComparedResource, type ComparedRows, hasNull, valuesOf } from './compared-rows.js';
import { filterQuery } from './filter-queries.js';
import type { Draft } from './query.js';

/** A topic with the filter that shows it, if the rows have values for one, and the rule that it belongs to. */
type FilterLine = readonly [about: string, where: JsonObject | undefined, rule?: string | undefined];

/** The filters that combine others, and those on related rows. */
export function combinedQueries(rows: ComparedRows): Draft[] {
  return rows.resources.flatMap((of) => {
    const related = [...of.relations].flatMap(([name, relation]) => {
      if (relation.cardinality === 'many') return toManyLines(name, relation, of, rows);
      return relation.filterable ? toOneLines(name, relation, rows) : [];
    });
    return [...logicLines(of), ...related].flatMap(([about, where, rule]) =>
      where ? [filterQuery(rows, of, about, where, rule)] : [],
    );
  });
}

/** The fields with a value that some rows have, and with a filter that others match, if there is another value. */
const conditionsOn = (rows: readonly JsonObject[], { fields }: Resource) =>
  Object.entries(fields).flatMap(([name, field]) => {
    const { kind, computed } = field;
    const [value, other] = valuesOf(rows, name, field);
    if (name === 'id' || kind === 'json' || computed || value === undefined) return [];
    const elsewhere = other === undefined ? undefined : { [name]: other };
    return [{ name, kind, value, where: { [name]: value }, elsewhere }];
  });

function logicLines({ rows, resource }: ComparedResource): FilterLine[] {
  const [a, b] = conditionsOn(rows, resource).filter((one) => one.elsewhere);
  if (!a?.elsewhere) return [];
  const { where, elsewhere } = a;
  const c = b ?? a;
  return [
    ['two fields', b && { ...where, ...b.where }, 'where 2'],
    ['AND', { AND: [where, c.where] }, 'where 3'],
    ['AND: values that exclude each other', { AND: [where, elsewhere] }, 'where 3'],
    ['OR', { OR: [where, elsewhere] }, 'where 3'],
    ['OR of several fields', b && { OR: [{ ...where, ...b.where }, elsewhere] }, 'where 3'],
    ['AND beside a field', b && { AND: [{ [b.name]: { neq: b.value } }], ...where }, 'where 2'],
    ['OR beside a field', b?.elsewhere && { OR: [b.where, b.elsewhere], ...where }, 'where 2'],
    ['AND and OR beside each other', { AND: [where], OR: [elsewhere, c.where] }, 'where 2'],
    ['OR in AND in OR', { OR: [{ AND: [where, { OR: [c.where, elsewhere] }] }, elsewhere] }, 'where 3'],
    ['AND with one filter', { AND: [where] }, 'where 3'],
    ['a field without comparators', { [a.name]: {} }],
    ['empty AND', { AND: [] }],
    ['empty OR', { OR: [] }],
    ['empty OR beside a field', { OR: [], ...where }],
    ['unknown field', { no_such_field: 'x' }],
    ['unknown field beside a known one', { no_such_field: 'x', ...where }],
  ];
}

/** The known rows that a relation of some rows may lead to. */
export function rowsRelatedTo(
  parents: readonly JsonObject[],
  { target, cardinality, foreignKey }: Relation,
  { rows }: ComparedRows,
): readonly JsonObject[] {
  const all = rows[target] ?? [];
  if (cardinality === 'one') return all;
  const ids = new Set(parents.map(({ id }) => id));
  return all.filter((row) => ids.has(row[foreignKey] ?? null));
}

function toManyLines(
  name: string,
  relation: Relation,
  of: ComparedResource,
  rows: ComparedRows,
): FilterLine[] {
  const { target, foreignKey } = relation;
  const children = rowsRelatedTo(of.rows, relation, rows);
  const resource = resourceOf(rows.schema, target);
  const conditions = conditionsOn(children, resource);
  const all = conditions.filter((one) => one.name !== foreignKey);
  const names = all.map((one) => one.name);
  const numbers = conditions.filter(({ kind }) => ['number', 'integer', 'decimal'].includes(kind));
  const nulls = Object.entries(resource.fields).filter(
    ([key, field]) => field.nullable && hasNull(children, key, field),
  );
  const line = (about: string, filter: JsonObject, rule?: string): FilterLine => [
    `${name}: ${about}`,
    { [name]: filter },
    rule,
  ];
  const quantified = (filter: JsonObject, about = '', rule?: string): FilterLine[] =>
    ['some', 'none', 'every'].map((quantifier) =>
      line(`${quantifier}${about}`, { [quantifier]: filter }, rule),
    );
  const specified = (filter: JsonObject) => quantified(filter, '', 'where 4');
  const empty = quantified({}, ' of an empty filter');
  const [a, b] = all.filter((one) => one.elsewhere);
  if (!a?.elsewhere) return empty;
  const { where, elsewhere } = a;
  const [own] = conditionsOn(of.rows, of.resource);
  return [
    ...all.slice(0, 6).flatMap((one) => specified(one.where)),
    ...all.slice(0, 3).flatMap((one) => specified({ [one.name]: { neq: one.value } })),
    ...numbers.flatMap((one) => specified({ [one.name]: { gt: one.kind === 'decimal' ? '0' : 0 } })),
    ...empty,
    ...twoRows(children, names, foreignKey).map((some) =>
      line('two conditions on one row', { some }, 'where 4'),
    ),
    line('AND inside', { some: { AND: [where, (b ?? a).where] } }, 'where 4'),
    line('OR inside', { some: { OR: [where, elsewhere] } }, 'where 4'),
    line('OR inside every', { every: { OR: [where, elsewhere] } }, 'where 4'),
    line('no quantifier', where),
    line('two quantifiers', { some: where, none: elsewhere }),
    [`${name}: beside a field`, own && { [name]: { some: where }, ...own.where }, 'where 5'],
    [`${name}: in OR`, own && { OR: [{ [name]: { none: where } }, own.where] }, 'where 4'],
    line('unknown field inside', { some: { no_such_field: 'x' } }),
    ...nulls.slice(0, 4).flatMap(([key, field]): FilterLine[] => {
      const [value] = valuesOf(children, key, field);
      const every = filtersWithNull(field.kind, value).map((filter) =>
        line('every, with null', { every: { [key]: filter } }),
      );
      if (field.kind === 'json' || value === undefined) return every;
      return [
        ...every,
        line('some, with null', { some: { [key]: null } }),
        line('none, with null', { none: { [key]: { neq: value } } }),
      ];
    }),
    ...deeper(name, target, rows, where),
  ];
}

/** Filters of a field that is null in some related rows. */
function filtersWithNull(kind: FieldKind, value: JsonValue | undefined): JsonValue[] {
  if (kind === 'json') return [{ exists: 'a' }, { contains: { a: 1 } }];
  if (value === undefined) return [];
  const ofText = kind === 'string' ? [{ like: '' }, { not_contains: 'zz' }] : [];
  return [
    value,
    { neq: value },
    { in: [value] },
    { not_in: [value] },
    null,
    { in: [null, value] },
    ...ofText,
  ];
}

/** Conditions on two fields that two rows of one parent meet, each one of them. */
function twoRows(
  children: readonly JsonObject[],
  names: readonly string[],
  foreignKey: string,
): JsonObject[] {
  const found: JsonObject[] = [];
  for (const [index, left] of children.entries())
    for (const right of children.slice(index + 1)) {
      if (found.length >= 3) return found;
      if (left[foreignKey] !== right[foreignKey]) continue;
      const [one, two] = names.filter(
        (name) => left[name] !== right[name] && left[name] !== null && right[name] !== null,
      );
      if (one !== undefined && two !== undefined)
        found.push({ [one]: left[one] ?? null, [two]: right[two] ?? null });
    }
  return found;
}

/** A filter on the related rows of related rows. */
function deeper(name: string, target: string, rows: ComparedRows, where: JsonObject): FilterLine[] {
  return [...rows.relationsOf(target)].flatMap(
    ([inner, { cardinality, target: innerTarget }]): FilterLine[] => {
      const [condition] = conditionsOn(rows.rows[innerTarget] ?? [], resourceOf(rows.schema, innerTarget));
      if (cardinality !== 'many' || !condition) return [];
      const filter = { [inner]: { some: condition.where } };
      return [
        [`${name}.${inner}: some in some`, { [name]: { some: filter } }, 'where 4'],
        [`${name}.${inner}: some in every`, { [name]: { every: { OR: [filter, where] } } }, 'where 4'],
      ];
    },
  );
}

const toOneLines = (name: string, { target }: Relation, rows: ComparedRows): FilterLine[] =>
  conditionsOn(rows.rows[target] ?? [], resourceOf(rows.schema, target))
    .slice(0, 3)
    .flatMap(({ name: key, value, where }) => [where, { [key]: { neq: value } }])
    .map((filter) => [`${name}: a filter on the related row`, { [name]: filter }]);
