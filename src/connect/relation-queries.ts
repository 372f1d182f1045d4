import type { Field, JsonObject, JsonValue } from '../schema/field.js';
import type { Relation } from '../schema/relation.js';
import { resourceOf } from '../schema/resources.js';
import { type ComparedResource, type ComparedRows, valueIn, valuesOf } from './compared-rows.js';
import { filterQuery } from './filter-queries.js';
import type { Draft } from './query.js';

type Line = readonly [about: string, where: JsonObject | undefined, rule?: string];

/** The filters that combine others, and those on related rows. */
export function combinedQueries(rows: ComparedRows): Draft[] {
  return rows.resources.flatMap((of) => {
    const related = [...of.relations].flatMap(([name, relation]) =>
      relation.cardinality === 'many'
        ? toManyLines(name, relation, of, rows)
        : relation.filterable
          ? toOneLines(name, relation, rows)
          : [],
    );
    return [...logicLines(of), ...related].flatMap(([about, where, rule]) =>
      where ? [filterQuery(rows, of, about, where, rule)] : [],
    );
  });
}

/** A condition on a field that some rows meet, and others do not. */
interface Condition {
  readonly name: string;
  readonly field: Field;
  readonly value: JsonValue;
  readonly other: JsonValue | undefined;
  readonly where: JsonObject;
}

function conditionsOn(
  rows: readonly JsonObject[],
  fields: { readonly [name: string]: Field },
  kinds?: readonly string[],
): Condition[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (name === 'id' || field.kind === 'json' || field.computed) return [];
    if (kinds && !kinds.includes(field.kind)) return [];
    const [value, other] = valuesOf(rows, name, field);
    return value === undefined ? [] : [{ name, field, value, other, where: { [name]: value } }];
  });
}

function logicLines({ rows, resource }: ComparedResource): Line[] {
  const [a, b] = conditionsOn(rows, resource.fields).filter(({ other }) => other !== undefined);
  if (!a) return [];
  const elsewhere = { [a.name]: a.other ?? null };
  const c = b ?? a;
  return [
    ['two fields', b && { ...a.where, ...b.where }, 'where 2'],
    ['AND', { AND: [a.where, c.where] }, 'where 3'],
    ['AND: values that exclude each other', { AND: [a.where, elsewhere] }, 'where 3'],
    ['OR', { OR: [a.where, elsewhere] }, 'where 3'],
    ['OR of several fields', b && { OR: [{ ...a.where, ...b.where }, elsewhere] }, 'where 3'],
    ['AND beside a field', b && { AND: [{ [b.name]: { neq: b.value } }], ...a.where }, 'where 2'],
    ['OR beside a field', b && { OR: [b.where, { [b.name]: b.other ?? null }], ...a.where }, 'where 2'],
    ['AND and OR beside each other', { AND: [a.where], OR: [elsewhere, c.where] }, 'where 2'],
    ['OR in AND in OR', { OR: [{ AND: [a.where, { OR: [c.where, elsewhere] }] }, elsewhere] }, 'where 3'],
    ['AND with one filter', { AND: [a.where] }, 'where 3'],
    ['a field without comparators', { [a.name]: {} }],
    ['empty AND', { AND: [] }],
    ['empty OR', { OR: [] }],
    ['empty OR beside a field', { OR: [], ...a.where }],
    ['unknown field', { no_such_field: 'x' }],
    ['unknown field beside a known one', { no_such_field: 'x', ...a.where }],
  ];
}

function toManyLines(name: string, relation: Relation, of: ComparedResource, rows: ComparedRows): Line[] {
  const { target, foreignKey } = relation;
  const ids = new Set(of.rows.map(({ id }) => id));
  const children = (rows.rows[target] ?? []).filter((row) => ids.has(row[foreignKey] ?? ''));
  const { fields } = resourceOf(rows.schema, target);
  const all = conditionsOn(children, fields).filter((one) => one.name !== foreignKey);
  const numbers = conditionsOn(children, fields, ['number', 'integer', 'decimal']);
  const [a, b] = all.filter(({ other }) => other !== undefined);
  const nulls = Object.entries(fields).filter(
    ([key, field]) => field.nullable && children.some((row) => valueIn(row, key, field) === null),
  );
  const [own] = conditionsOn(of.rows, of.resource.fields);
  const quantified = (filter: JsonObject): Line[] => [
    [`${name}: some`, { [name]: { some: filter } }, 'where 4'],
    [`${name}: none`, { [name]: { none: filter } }, 'where 4'],
    [`${name}: every`, { [name]: { every: filter } }, 'where 4'],
  ];
  const empty: Line[] = [
    [`${name}: some of an empty filter`, { [name]: { some: {} } }],
    [`${name}: none of an empty filter`, { [name]: { none: {} } }],
    [`${name}: every of an empty filter`, { [name]: { every: {} } }],
  ];
  if (!a) return empty;
  const elsewhere = { [a.name]: a.other ?? null };
  return [
    ...all.slice(0, 6).flatMap((one) => quantified(one.where)),
    ...all.slice(0, 3).flatMap((one) => quantified({ [one.name]: { neq: one.value } })),
    ...numbers.flatMap((one) => quantified({ [one.name]: { gt: one.field.kind === 'decimal' ? '0' : 0 } })),
    ...empty,
    ...twoRows(children, all, foreignKey).map(
      (filter): Line => [`${name}: two conditions on one row`, { [name]: { some: filter } }, 'where 4'],
    ),
    [`${name}: AND inside`, { [name]: { some: { AND: [a.where, (b ?? a).where] } } }, 'where 4'],
    [`${name}: OR inside`, { [name]: { some: { OR: [a.where, elsewhere] } } }, 'where 4'],
    [`${name}: OR inside every`, { [name]: { every: { OR: [a.where, elsewhere] } } }, 'where 4'],
    [`${name}: no quantifier`, { [name]: a.where }],
    [`${name}: two quantifiers`, { [name]: { some: a.where, none: elsewhere } }],
    [`${name}: beside a field`, own && { [name]: { some: a.where }, ...own.where }, 'where 5'],
    [`${name}: in OR`, own && { OR: [{ [name]: { none: a.where } }, own.where] }, 'where 4'],
    [`${name}: unknown field inside`, { [name]: { some: { no_such_field: 'x' } } }],
    ...nulls.slice(0, 4).flatMap(([key, field]): Line[] => {
      const [value] = valuesOf(children, key, field);
      const isText = field.kind === 'string';
      const every = (filter: JsonValue): Line => [
        `${name}: every, with null`,
        { [name]: { every: { [key]: filter } } },
      ];
      if (field.kind === 'json') return [every({ exists: 'a' }), every({ contains: { a: 1 } })];
      return value === undefined
        ? []
        : [
            every(value),
            every({ neq: value }),
            every({ in: [value] }),
            every({ not_in: [value] }),
            every(null),
            every({ in: [null, value] }),
            ...(isText ? [every({ like: '' }), every({ not_contains: 'zz' })] : []),
            [`${name}: some, with null`, { [name]: { some: { [key]: null } } }],
            [`${name}: none, with null`, { [name]: { none: { [key]: { neq: value } } } }],
          ];
    }),
    ...deeper(name, target, rows, a),
  ];
}

/** Conditions that two rows of one parent meet, each one of them. */
function twoRows(
  children: readonly JsonObject[],
  conditions: readonly Condition[],
  foreignKey: string,
): JsonObject[] {
  const found: JsonObject[] = [];
  const names = conditions.map(({ name }) => name);
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
function deeper(name: string, target: string, rows: ComparedRows, { where }: Condition): Line[] {
  return [...rows.relationsOf(target)].flatMap(([inner, { cardinality, target: innerTarget }]): Line[] => {
    const [condition] = conditionsOn(
      rows.rows[innerTarget] ?? [],
      resourceOf(rows.schema, innerTarget).fields,
    );
    if (cardinality !== 'many' || !condition) return [];
    const filter = { [inner]: { some: condition.where } };
    return [
      [`${name}.${inner}: some in some`, { [name]: { some: filter } }, 'where 4'],
      [`${name}.${inner}: some in every`, { [name]: { every: { OR: [filter, where] } } }, 'where 4'],
    ];
  });
}

function toOneLines(name: string, { target }: Relation, rows: ComparedRows): Line[] {
  const { fields } = resourceOf(rows.schema, target);
  const conditions = conditionsOn(rows.rows[target] ?? [], fields).slice(0, 3);
  return conditions.flatMap(({ name: key, value, where }): Line[] => [
    [`${name}: a filter on the related row`, { [name]: where }],
    [`${name}: a filter on the related row`, { [name]: { [key]: { neq: value } } }],
  ]);
}
