import type { JsonObject, JsonValue } from '../../schema/field.js';
import { divideRows } from '../divide-rows.js';
import { among, assertUnchanged, differenceOfRows, readingOf } from '../filter-probe.js';
import { MADE_UP } from '../mask.js';
import { type AppliesTo, compare, needs, type Probe } from '../probe.js';
import { filterRejectionProbe, onFirst } from '../rejection-probe.js';
import type { Row } from '../rows-in-body.js';
import { fieldValue, hasField, isShort, listedResources } from '../workspace.js';

const hasComputed: AppliesTo = ({ schema }) =>
  listedResources(schema).some(({ name }) =>
    Object.values(schema[name]?.fields ?? {}).some(({ computed, kind }) => computed && kind !== 'json'),
  );

const isFilterable = (value: JsonValue): boolean => value !== null && isShort(value);

/** Rows in which each field has a value, if any row has one: as few rows as the first ones allow. */
function rowsThatHave(fields: readonly string[], rows: readonly Row[]): Map<Row, string[]> {
  const found = new Map<Row, string[]>();
  for (const field of fields) {
    const has = (row: Row): boolean => isFilterable(fieldValue(row, field));
    const row = [...found.keys()].find(has) ?? rows.find(has);
    if (row) found.set(row, [...(found.get(row) ?? []), field]);
  }
  return found;
}

/** Which names a filter may have. */
export const names: readonly Probe[] = [
  filterRejectionProbe({
    id: 'where.unknown-property',
    rules: ['decision 14', 'where 6'],
    expected: 'An unknown property in a filter is rejected.',
    where: ({ workspace: { resources } }) => {
      const [of] = resources;
      return of && { of, filter: { [`${MADE_UP}_property`]: { eq: MADE_UP } } };
    },
  }),
  filterRejectionProbe({
    id: 'where.unknown-comparator',
    rules: ['general 5'],
    expected: 'An unknown comparator in a filter is rejected.',
    needed: 'a row with a text',
    where: ({ workspace }) =>
      onFirst(workspace.fields('string', 'uuid'), { [`${MADE_UP}_comparator`]: MADE_UP }),
  }),
  filterRejectionProbe({
    id: 'where.comparator-of-kind',
    rules: ['general 5'],
    expected: 'A comparator of another type of property is rejected, such as `like` on a date.',
    dependsOn: ['where.unknown-comparator'],
    appliesTo: ({ schema }) => hasField(schema, 'date', 'number', 'integer', 'enumeration'),
    needed: 'a row with a date, a number or an enumeration',
    where: ({ workspace }) =>
      onFirst(workspace.fields('date', 'number', 'integer', 'enumeration'), { like: MADE_UP }),
  }),
  {
    id: 'where.every-property',
    rules: ['where 6'],
    expected: 'Every stored property of every resource can be filtered.',
    dependsOn: ['where.in', 'where.and'],
    run: async (context) => {
      const { workspace, rows, show } = context;
      const { resources } = workspace;
      if (resources.length === 0) needs('a row');
      const found: string[] = [];
      for (const { name, path, rows: all } of resources) {
        const fields = workspace
          .fields('string', 'uuid', 'decimal', 'number', 'integer', 'boolean', 'enumeration', 'date')
          .filter((listed) => listed.name === name)
          .map(({ field }) => field);
        for (const [row, names] of rowsThatHave(fields, all)) {
          const filters = names.map((field): JsonObject => ({ [field]: { eq: fieldValue(row, field) } }));
          const where = { AND: [among([row]), ...filters] };
          const difference = differenceOfRows(await rows({ path, where }), [row], () => true, show);
          if (difference === undefined) continue;
          await assertUnchanged(context, path, [row]);
          found.push(`${name} with ${names.join(', ')}: ${difference}`);
        }
      }
      return compare(found.length > 0 ? found.join('; ') : undefined);
    },
  },
  {
    id: 'where.computed',
    rules: ['where 6', 'decision 11'],
    expected: 'Computed properties can be filtered.',
    dependsOn: ['where.in', 'where.and', 'include.computed'],
    appliesTo: hasComputed,
    run: async ({ workspace, rows, show }) => {
      const found: string[] = [];
      let isAsked = false;
      for (const { name, path, rows: all } of workspace.resources) {
        const fields = Object.entries(workspace.schema[name]?.fields ?? {});
        for (const [field, { computed, kind }] of fields) {
          if (!computed || kind === 'json') continue;
          const known = await rows({
            path,
            where: among(all.slice(0, 8)),
            include: { id: true, [field]: true },
          });
          const value = known.map((row) => fieldValue(row, field)).find((one) => one !== null);
          if (value === undefined) continue;
          const where = { [field]: { eq: value } };
          const matches = readingOf(workspace.schema, name, where);
          const isSameText = (row: Row) => fieldValue(row, field) === value;
          const chosen = divideRows(known, { matches, same: [isSameText] });
          if (!chosen) continue;
          isAsked = true;
          const returned = await rows({ path, where: { AND: [among(chosen), where] } });
          const difference = differenceOfRows(returned, chosen, matches, show);
          if (difference !== undefined) found.push(`${name}.${field}: ${difference}`);
        }
      }
      if (!isAsked) needs('two rows with different values of a computed property');
      return compare(found.length > 0 ? found.join('; ') : undefined);
    },
  },
];
