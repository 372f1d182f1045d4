import type { JsonObject, JsonValue } from '../schema/field.js';
import type { Relation } from '../schema/relation.js';
import type { Resource } from '../schema/resource.js';
import { resourceOf } from '../schema/resources.js';
import { type ComparedResource, type ComparedRows, valuesOf } from './compared-rows.js';
import { type Draft, within } from './query.js';

type Line = readonly [about: string, include: JsonObject, rule?: string | undefined];

/** Topics that matter for every resource. */
const NEEDED = /^include: (a field|an excluded field)$|^include\.\w+: true$/;

/** What is returned of each row: of lists, and of single rows. */
export function includeQueries(rows: ComparedRows): Draft[] {
  return rows.resources.flatMap((of) => {
    const lines: Line[] = [
      ...flagLines(of.resource, 'include'),
      ...[...of.relations].flatMap(([name, relation]) => relationLines(name, relation, of, rows)),
    ];
    const [first] = of.rows;
    const hasGet = of.resource.operations.includes('get') && first !== undefined;
    return lines.flatMap(([about, include, rule]): Draft[] => {
      const isNeeded = NEEDED.test(about);
      const draft = { about, rule, resource: of.name, compares: 'rows', isNeeded } as const;
      const list = { path: of.path, query: { where: within(of), include } };
      const get = { path: `${of.path}/${encodeURIComponent(String(first?.id))}`, query: { include } };
      return [
        { ...draft, request: list },
        ...(hasGet ? [{ ...draft, about: `get: ${about}`, request: get }] : []),
      ];
    });
  });
}

const storedNames = ({ fields }: Resource): string[] =>
  Object.keys(fields).filter((name) => name !== 'id' && !fields[name]?.computed);

/** Includes of fields at one level. */
function flagLines(resource: Resource, at: string): Line[] {
  const { fields } = resource;
  const [a = 'id', b = a, c = b] = storedNames(resource);
  const last = storedNames(resource).at(-1) ?? a;
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
    ...computed.flatMap((name): Line[] => [
      [`${at}: a computed field`, { [name]: true }, 'include 9'],
      [`${at}: a computed field and a stored one`, { [name]: true, [a]: true }, 'include 9'],
      [`${at}: an excluded computed field`, { [name]: false }],
      [`${at}: a computed field beside an excluded one`, { [name]: true, [a]: false }],
    ]),
  ];
}

function relationLines(name: string, relation: Relation, of: ComparedResource, rows: ComparedRows): Line[] {
  const { target, cardinality } = relation;
  const related = resourceOf(rows.schema, target);
  const [own = 'id', other = own] = storedNames(of.resource);
  const [a = 'id', b = a] = storedNames(related);
  const inner = [...rows.relationsOf(target)];
  const [filter, otherFilter] = filtersOf(related, rows.rows[target] ?? []);
  const filtered = (where: JsonObject | undefined, include?: JsonObject): JsonObject[] =>
    where ? [{ [name]: { where, ...(include && { include }) } }] : [];
  return [
    [`include.${name}: true`, { [name]: true }, 'include 5'],
    [`include.${name}: false`, { [name]: false }],
    [`include.${name}: include without where`, { [name]: { include: { [a]: true } } }],
    [`include.${name}: an empty object`, { [name]: {} }],
    [`include.${name}: beside a field`, { [own]: true, [name]: true }, 'include 6'],
    [`include.${name}: beside an excluded field`, { [own]: false, [name]: true }, 'include 7'],
    [`include.${name}: in both forms`, { [own]: true, [name]: { [a]: false } }, 'include 8'],
    [`include.${name}: in both forms`, { [own]: false, [other]: false, [name]: { [b]: true } }, 'include 8'],
    ...flagLines(related, 'related').map(
      ([about, include, rule]): Line => [`include.${name}: ${about}`, { [name]: include }, rule],
    ),
    ...inner.map(
      ([next]): Line => [
        `include.${name}.${next}: true`,
        { [name]: { [next]: true, [a]: true } },
        'include 6',
      ],
    ),
    ...[
      ...filtered(filter),
      ...filtered(otherFilter),
      ...filtered(filter, { [a]: true }),
      ...filtered(filter, {}),
      ...filtered(filter && { OR: [filter, otherFilter ?? filter] }),
      ...filtered(filter && { AND: [filter, otherFilter ?? filter] }),
    ].map(
      (include): Line => [
        `include.${name}: a filter`,
        include,
        cardinality === 'many' ? 'include 11' : undefined,
      ],
    ),
    ...filtered({ id: 'no-such-id' }).map(
      (include): Line => [`include.${name}: a filter that nothing matches`, include],
    ),
  ];
}

/** A filter that some related rows match, and one that others do. */
function filtersOf({ fields }: Resource, rows: readonly JsonObject[]): JsonObject[] {
  for (const [name, field] of Object.entries(fields)) {
    const isPlain =
      name !== 'id' &&
      !field.computed &&
      ['string', 'number', 'integer', 'decimal', 'enumeration'].includes(field.kind);
    const [first, second] = isPlain ? valuesOf(rows, name, field) : [];
    if (first !== undefined && second !== undefined)
      return [{ [name]: first }, { [name]: { neq: first } as JsonValue }];
  }
  return [];
}
