import type { RequestDialect } from '../../../dialect/request-dialect.js';
import type { Field, JsonObject } from '../../../schema/field.js';
import type { Relation } from '../../../schema/relation.js';
import type { Resource } from '../../../schema/resource.js';
import { resourceOf } from '../../../schema/resources.js';
import { fillTemplate, type Placeholders } from './fill-template.js';
import { type ComparedResource, type ComparedRows, type Draft, hasNull, valuesOf } from './query.js';
import {
  fieldTemplates,
  neededTemplates,
  type RequestTemplate,
  rawTemplates,
  relationTemplates,
  resourceTemplates,
  toManyTemplates,
  toOneTemplates,
} from './request-templates.js';

/** Requests made of the templates: first what clients rely on. */
export function requestDrafts(rows: ComparedRows, dialect: RequestDialect): Draft[] {
  const make = (of: ComparedResource, templates: readonly RequestTemplate[], parts: Placeholders): Draft[] =>
    templates.flatMap((template) => fillTemplate(template, of, parts, rows, dialect) ?? []);
  const all = rows.resources.map((of) => ({ of, parts: partsOf(of) }));
  const related = all.flatMap(({ of, parts }) =>
    [...of.relations].flatMap(([name, relation]) =>
      relatedParts(name, relation, of, rows).map((more, index) => ({
        of,
        name,
        relation,
        parts: { ...parts, ...more },
        isFirst: index === 0,
      })),
    ),
  );
  const first = [...all].sort((left, right) => fieldCount(right.of) - fieldCount(left.of)).slice(0, 1);
  return [
    ...all.flatMap(({ of, parts }) => make(of, neededTemplates, parts)).map(needed),
    ...first.flatMap(({ of, parts }) => make(of, rawTemplates, parts)),
    ...all.flatMap(({ of, parts }) => make(of, resourceTemplates, parts)),
    ...related
      .filter(({ isFirst }) => isFirst)
      .flatMap(({ of, name, parts }) =>
        make(of, relationTemplates, parts).map((draft) => {
          const shown = { ...draft, about: `${draft.about} (${name})` };
          return draft.about === 'include: a relation' ? needed(shown) : shown;
        }),
      ),
    ...related.flatMap(({ of, name, relation: { cardinality, filterable }, parts }) =>
      make(of, cardinality === 'many' ? toManyTemplates : filterable ? toOneTemplates : [], parts).map(
        (draft) => ({ ...draft, about: `${draft.about} (${name})` }),
      ),
    ),
    ...all.flatMap(({ of, parts }) =>
      orderableFields(of.resource).flatMap(([field, { kind, computed }]) => {
        const withNull = hasNull(of.rows, field, of.resource.fields[field] as Field) ? ' with null' : '';
        return make(of, fieldTemplates, {
          ...parts,
          field,
          kind: `${computed ? 'computed ' : ''}${kind}${withNull}`,
        });
      }),
    ),
  ];
}

const needed = (draft: Draft): Draft => ({ ...draft, isNeeded: true });

const fieldCount = ({ resource }: ComparedResource): number => Object.keys(resource.fields).length;

export const orderableFields = ({ fields }: Resource): [string, Field][] =>
  Object.entries(fields).filter(([name, { kind }]) => name !== 'id' && kind !== 'json');

const storedNames = ({ fields }: Resource): string[] =>
  Object.keys(fields).filter((name) => name !== 'id' && !fields[name]?.computed);

const computedName = ({ fields }: Resource): string | undefined =>
  Object.keys(fields).find((name) => fields[name]?.computed);

/** The fields with a value that some rows have, and with a filter that others match, if there is another value. */
const filtersOn = (rows: readonly JsonObject[], { fields }: Resource) =>
  Object.entries(fields).flatMap(([name, { kind, computed }]) => {
    const [value, other] = valuesOf(rows, name, fields[name] as Field); // its own name
    if (name === 'id' || kind === 'json' || computed || value === undefined) return [];
    const elsewhere = other === undefined ? undefined : { [name]: other };
    return [{ name, kind, value, match: { [name]: value }, neq: { [name]: { neq: value } }, elsewhere }];
  });

/** A field that a list can be paged by: with an order, and without null. */
const pagedBy = ({ resource, rows }: ComparedResource): string | undefined =>
  Object.entries(resource.fields).find(
    ([name, field]) =>
      ['date', 'string', 'integer'].includes(field.kind) &&
      !field.nullable &&
      !field.computed &&
      valuesOf(rows, name, field).length > 2,
  )?.[0];

/** What templates can say about a resource. */
function partsOf(of: ComparedResource): Placeholders {
  const { path, rows, resource } = of;
  const ids = rows.map(({ id }) => String(id)).sort();
  const middle = ids[Math.floor(ids.length / 2)] ?? '';
  const id = String(rows[0]?.id);
  const paged = pagedBy(of);
  const stored = storedNames(resource);
  const [a = 'id', b, c = b] = stored;
  const [first, second] = filtersOn(rows, resource).filter(({ elsewhere }) => elsewhere);
  const single = resource.operations.includes('get') ? `${path}/${encodeURIComponent(id)}` : undefined;
  return {
    path,
    id,
    ids,
    middle,
    a,
    b,
    c,
    paged,
    get: single,
    unknownId: single && `${path}/${replaceDigits(id, 'e', 'd')}`,
    otherUnknownId: single && `${path}/${replaceDigits(id, 'c', 'b')}`,
    escapedId: `\\u${id.charCodeAt(0).toString(16).padStart(4, '0')}${id.slice(1)}`,
    count: rows.length,
    pagedValue: (paged && rows.find((row) => row.id === middle)?.[paged]) ?? undefined,
    last: stored.at(-1),
    computed: computedName(resource),
    json: stored.find((name) => resource.fields[name]?.kind === 'json'),
    match: first?.match,
    elsewhere: first?.elsewhere,
    second: second?.match,
    notSecond: second?.neq,
  };
}

/** A UUID that is made of one digit, and of another where it had that one. */
const replaceDigits = (id: string, digit: string, instead: string): string =>
  id.replace(/[0-9a-f]/gi, (one) => (one === digit ? instead : digit));

/** How many fields of related rows are filtered by. */
const MOST_FILTERS = 6;

/** What templates can say about a relation, for several fields of the related rows. */
function relatedParts(
  name: string,
  relation: Relation,
  of: ComparedResource,
  rows: ComparedRows,
): Placeholders[] {
  const { target, foreignKey, cardinality } = relation;
  const resource = resourceOf(rows.schema, target);
  const children = rowsRelatedTo(of.rows, relation, rows);
  const stored = storedNames(resource);
  const conditions = filtersOn(children, resource).filter((one) => one.name !== foreignKey);
  const usable = conditions.filter(({ elsewhere }) => elsewhere);
  const numbers = conditions.filter(({ kind }) => ['number', 'integer', 'decimal'].includes(kind));
  const nulls = stored.filter((key) => hasNull(children, key, resource.fields[key] as Field));
  const deeper = [...rows.relationsOf(target)];
  const many = deeper.filter(([, { cardinality }]) => cardinality === 'many')[0] ?? deeper[0];
  const [nested] = many
    ? filtersOn(rows.rows[many[1].target] ?? [], resourceOf(rows.schema, many[1].target))
    : [];
  const pairs = twoRows(
    children,
    conditions.map((one) => one.name),
    foreignKey,
  );
  const [ra = 'id', rb = ra] = stored;
  const common: Placeholders = {
    relation: name,
    ra,
    rb,
    rlast: stored.at(-1),
    rcomputed: computedName(resource),
    next: many?.[0],
    nmatch: nested?.match,
    filterRule: cardinality === 'many' ? 'include 11' : '',
    rjson: nulls.find((key) => resource.fields[key]?.kind === 'json'),
    rnullText: nulls.find((key) => resource.fields[key]?.kind === 'string'),
  };
  const count = Math.max(1, Math.min(MOST_FILTERS, usable.length));
  const nullable = nulls.filter((key) => resource.fields[key]?.kind !== 'json');
  return Array.from({ length: count }, (_, index): Placeholders => {
    const [one, two = one] = [usable[index], usable[(index + 1) % usable.length]];
    const [number, rnull] = [numbers[index], nullable[index]];
    const [rnullValue] =
      rnull === undefined ? [] : valuesOf(children, rnull, resource.fields[rnull] as Field);
    return {
      ...common,
      rmatch: one?.match,
      rneq: one?.neq,
      relsewhere: one?.elsewhere,
      rsecond: two?.match,
      pair: pairs[index],
      rnumber: number?.name,
      zero: number?.kind === 'decimal' ? '0' : 0,
      rnull,
      rnullValue,
    };
  });
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

/** Filters on two fields, of which two rows of a parent match one field each. */
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
      const differs = (name: string) =>
        left[name] !== right[name] && left[name] !== null && right[name] !== null;
      const [one, two] = names.filter(differs);
      if (one !== undefined && two !== undefined)
        found.push({ [one]: left[one] ?? null, [two]: right[two] ?? null });
    }
  return found;
}
