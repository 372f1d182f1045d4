import type { FieldKind, JsonObject, JsonValue } from '../../../schema/field.js';
import { resourceOf } from '../../../schema/resources.js';
import { isPlainObject } from '../../../values/plain-object.js';
import { type FilterTemplate, filterTemplates, isPlain, isSpecified, namesNull } from './filter-templates.js';
import { fillIn } from './operands.js';
import { type ComparedRows, type Draft, hasNull, type Use, valuesOf, within } from './query.js';

/** The comparators that a filter uses. */
export function usesIn(rows: ComparedRows, resource: string, where: JsonValue): Use[] {
  if (!isPlainObject(where)) return [];
  const { fields, relations } = resourceOf(rows.schema, resource);
  return Object.entries(where as JsonObject).flatMap(([key, value]): Use[] => {
    if (Array.isArray(value)) return value.flatMap((part) => usesIn(rows, resource, part));
    const { kind } = fields[key] ?? {};
    const names = isPlainObject(value) ? Object.keys(value) : ['eq'];
    if (kind) return names.map((comparator) => ({ field: `${resource}.${key}`, kind, comparator }));
    const target = relations[key]?.target;
    if (target === undefined || !isPlainObject(value)) return [];
    return Object.values(value as JsonObject).flatMap((inner) => usesIn(rows, target, inner));
  });
}

/** What a plain comparator is about: the values of a kind. Other templates name their topic. */
export const aboutOf = (about: string, kind: FieldKind): string =>
  about.includes(': ') ? about : `${kind === 'string' ? 'text' : kind}: ${about}`;

/** Every field that a filter can name, those with nulls first. */
function fieldsOf({ resources }: ComparedRows) {
  const fields = resources.flatMap((of) =>
    Object.entries(of.resource.fields).map(([name, field]) => ({
      of,
      name,
      field,
      values: valuesOf(of.rows, name, field),
      nulls: Number(hasNull(of.rows, name, field)),
    })),
  );
  return fields.sort((left, right) => right.nulls - left.nulls);
}

type ComparedField = ReturnType<typeof fieldsOf>[number];

/** The filters on single fields. */
export function fieldDrafts(rows: ComparedRows): Draft[] {
  const fields = fieldsOf(rows);
  return filterTemplates.flatMap((template, index) => draftsOf(template, fields, index, rows));
}

/** Each comparator on every field, and each filter on every JSON field: few of those show what the others do not. */
export function separatingDrafts(rows: ComparedRows): Draft[] {
  const fields = fieldsOf(rows);
  return filterTemplates.flatMap(([about, kinds, pattern, , values, rule]) =>
    rule === 'comparators' || kinds.includes('json')
      ? draftsOf([about, kinds, pattern, fields.length, values, rule], fields, 0, rows)
      : [],
  );
}

function draftsOf(
  [about, kinds, pattern, count, each, rule]: FilterTemplate,
  fields: readonly ComparedField[],
  turn: number,
  rows: ComparedRows,
): Draft[] {
  const isOfNull = namesNull(pattern);
  const fitting = fields.filter(
    ({ field, values }) => kinds.includes(field.kind) && (isOfNull ? field.nullable : values.length > 0),
  );
  // Each template begins at another field, so that no field speaks for its kind.
  const first = fitting.length > count && !isOfNull ? turn % fitting.length : 0;
  const inTurn = [...fitting.slice(first), ...fitting.slice(0, first)];
  const made: Draft[] = [];
  for (const { of, name, field, values } of spread(inTurn, kinds)) {
    if (made.length >= count * each) break;
    const obeyed = isSpecified(pattern, field.kind) && !isOfNull ? rule : undefined;
    for (const asked of fillIn(pattern, values, field.kind, each))
      made.push({
        about: `${aboutOf(about, field.kind)} (${field.kind})`,
        rule: obeyed,
        resource: of.name,
        compares: 'ids',
        request: { path: of.path, query: { where: within(of, { [name]: asked }) } },
        uses: usesIn(rows, of.name, { [name]: asked }),
        isPlain: isPlain(pattern),
      });
  }
  return made;
}

/** The fields of each kind in turn. */
function spread(fields: readonly ComparedField[], kinds: readonly string[]): ComparedField[] {
  const byKind = kinds.map((kind) => fields.filter(({ field }) => field.kind === kind));
  const longest = Math.max(...byKind.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => byKind.flatMap((some) => some[index] ?? [])).flat();
}
