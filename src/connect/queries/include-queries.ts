import type { FieldKind, JsonObject } from '../../schema/field.js';
import type { Relation } from '../../schema/relation.js';
import type { Resource } from '../../schema/resource.js';
import { resourceOf } from '../../schema/resources.js';
import { type ComparedResource, type ComparedRows, valuesOf } from './compared-rows.js';
import { type Draft, draftOf, pathOfRow, within } from './query.js';

/** A topic with the include that shows it, and the rule that it belongs to. */
type IncludeLine = readonly [about: string, include: JsonObject, rule?: string | undefined];

/** Topics that matter for every resource. */
const NEEDED = /^include: (a field|an excluded field)$|^include\.\w+: true$/;

const FILTERED: readonly FieldKind[] = ['string', 'number', 'integer', 'decimal', 'enumeration'];

/** What is returned of each row: of lists, and of single rows. */
export function includeQueries(rows: ComparedRows): Draft[] {
  return rows.resources.flatMap((of) => {
    const lines: IncludeLine[] = [
      ...flagLines(of.resource, 'include'),
      ...[...of.relations].flatMap(([name, relation]) => relationLines(name, relation, of, rows)),
    ];
    const path = pathOfRow(of);
    return lines.flatMap(([about, include, rule]): Draft[] => {
      const query = { where: within(of), include };
      const list = { ...draftOf(of, about, 'rows', { query }, rule), isNeeded: NEEDED.test(about) };
      if (path === undefined) return [list];
      return [list, { ...list, about: `get: ${about}`, request: { path, query: { include } } }];
    });
  });
}

const storedNames = ({ fields }: Resource): string[] =>
  Object.keys(fields).filter((name) => name !== 'id' && !fields[name]?.computed);

/** Includes of fields at one level. */
function flagLines(resource: Resource, at: string): IncludeLine[] {
  const { fields } = resource;
  const stored = storedNames(resource);
  const [a = 'id', b = a, c = b] = stored;
  const last = stored.at(-1) ?? a;
  const computed = Object.keys(fields).filter((name) => fields[name]?.computed);
  return [
    [`${at}: a field`, { [a]: true }, 'include 2'],
    [`${at}: several fields`, { [a]: true, [last]: true }, 'include 2'],
    [`${at}: an excluded field`, { [a]: false }, 'include 3'],
    [`${at}: several excluded fields`, { [b]: false, [c]: false, [last]: false }, 'include 3'],
    [`${at}: only the id`, { id: true }],
    [`${at}: without the id`, { id: false }, 'include 4'],
    ...(a === b ? [] : [[`${at}: true and false mixed`, { [a]: true, [b]: false }, 'include 8'] as const]),
    [`${at}: an unknown field`, { no_such_field: true, [a]: true }],
    [`${at}: an unknown excluded field`, { no_such_field: false }],
    ...computed.flatMap((name): IncludeLine[] => [
      [`${at}: a computed field`, { [name]: true }, 'include 9'],
      [`${at}: a computed field and a stored one`, { [name]: true, [a]: true }, 'include 9'],
      [`${at}: an excluded computed field`, { [name]: false }],
      [`${at}: a computed field beside an excluded one`, { [name]: true, [a]: false }],
    ]),
  ];
}

function relationLines(
  name: string,
  relation: Relation,
  of: ComparedResource,
  rows: ComparedRows,
): IncludeLine[] {
  const { target, cardinality } = relation;
  const related = resourceOf(rows.schema, target);
  const at = `include.${name}`;
  const [own = 'id', other = own] = storedNames(of.resource);
  const [a = 'id', b = a] = storedNames(related);
  const [where, elsewhere] = filtersOf(related, rows.rows[target] ?? []);
  const filtered: JsonObject[] =
    where && elsewhere
      ? [
          { where },
          { where: elsewhere },
          { where, include: { [a]: true } },
          { where, include: {} },
          { where: { OR: [where, elsewhere] } },
          { where: { AND: [where, elsewhere] } },
        ]
      : [];
  const filterRule = cardinality === 'many' ? 'include 11' : undefined;
  return [
    [`${at}: true`, { [name]: true }, 'include 5'],
    [`${at}: false`, { [name]: false }],
    [`${at}: include without where`, { [name]: { include: { [a]: true } } }],
    [`${at}: an empty object`, { [name]: {} }],
    [`${at}: beside a field`, { [own]: true, [name]: true }, 'include 6'],
    [`${at}: beside an excluded field`, { [own]: false, [name]: true }, 'include 7'],
    [`${at}: in both forms`, { [own]: true, [name]: { [a]: false } }, 'include 8'],
    [`${at}: in both forms`, { [own]: false, [other]: false, [name]: { [b]: true } }, 'include 8'],
    ...flagLines(related, `${at}: related`).map(
      ([about, flags, rule]): IncludeLine => [about, { [name]: flags }, rule],
    ),
    ...[...rows.relationsOf(target).keys()].map(
      (next): IncludeLine => [`${at}.${next}: true`, { [name]: { [next]: true, [a]: true } }, 'include 6'],
    ),
    ...filtered.map((include): IncludeLine => [`${at}: a filter`, { [name]: include }, filterRule]),
    [`${at}: a filter that nothing matches`, { [name]: { where: { id: 'no-such-id' } } }],
  ];
}

/** A filter that some related rows match, and one that others do. */
function filtersOf({ fields }: Resource, rows: readonly JsonObject[]): JsonObject[] {
  for (const [name, field] of Object.entries(fields)) {
    if (name === 'id' || field.computed || !FILTERED.includes(field.kind)) continue;
    const [first, second] = valuesOf(rows, name, field);
    if (first !== undefined && second !== undefined) return [{ [name]: first }, { [name]: { neq: first } }];
  }
  return [];
}
