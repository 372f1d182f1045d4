import { among } from '../filter-probe.js';
import { compare, differs, needs, type Probe, type RuleId } from '../probe.js';
import { rejectionProbe } from '../rejection-probe.js';
import type { Row } from '../rows-in-body.js';
import {
  compareKeys,
  compareMissing,
  computedFields,
  hasComputed,
  includedRow,
  storedFields,
} from './include.js';

/** A probe of the first computed property. */
function computedProbe(
  id: string,
  rules: RuleId[],
  expected: string,
  flag: boolean,
  judge: (row: Row, field: string, stored: readonly string[]) => ReturnType<typeof compare>,
  dependsOn: string[] = [],
): Probe {
  return {
    id,
    rules,
    expected,
    dependsOn: ['where.in', ...dependsOn],
    appliesTo: hasComputed,
    run: async (context) => {
      const { workspace } = context;
      for (const resource of workspace.resources) {
        const [field] = computedFields(workspace, resource.name);
        const [row] = resource.rows;
        if (field === undefined || !row) continue;
        const stored = storedFields(workspace, resource.name).filter((name) => name in row);
        return judge(await includedRow(context, resource, row, { [field]: flag }), field, stored);
      }
      return needs('a row of a resource with a computed property');
    },
  };
}

/** When computed properties are returned. */
export const includeComputed: readonly Probe[] = [
  {
    id: 'include.computed',
    rules: ['include 9', 'decision 11'],
    expected: 'A computed property is returned if the include names it.',
    dependsOn: ['where.in'],
    appliesTo: hasComputed,
    run: async (context) => {
      const { workspace } = context;
      const missing: string[] = [];
      const resources = workspace.resources.filter(({ name }) => computedFields(workspace, name).length > 0);
      for (const resource of resources)
        for (const field of computedFields(workspace, resource.name)) {
          const row = await includedRow(context, resource, resource.rows[0] ?? {}, { [field]: true });
          if (!(field in row)) missing.push(`${resource.name}.${field}`);
        }
      if (resources.length === 0) needs('a row of a resource with a computed property');
      return compare(missing.length > 0 ? `without ${missing.join(', ')}` : undefined);
    },
  },
  computedProbe(
    'include.computed-only',
    ['include 9', 'decision 6'],
    'A computed property set to `true` selects only the named properties.',
    true,
    (row, field) => compareKeys(row, [field]),
    ['include.computed', 'include.inclusion'],
  ),
  computedProbe(
    'include.computed-excluded',
    ['decision 6'],
    'A computed property set to `false` selects the default properties.',
    false,
    (row, field, expected) =>
      field in row ? differs(`returned ${field} too`) : compareMissing(row, expected),
  ),
  rejectionProbe({
    id: 'include.computed-mixed',
    rules: ['decision 6'],
    expected: 'A computed property set to `true` next to a property set to `false` is rejected.',
    dependsOn: ['where.in', 'include.mixed'],
    appliesTo: hasComputed,
    needed: 'a row of a resource with a computed property',
    request: ({ workspace }) => {
      for (const { name, path, rows } of workspace.resources) {
        const [computed] = computedFields(workspace, name);
        const [stored] = storedFields(workspace, name);
        if (computed !== undefined && stored !== undefined)
          return { path, where: among(rows.slice(0, 1)), include: { [computed]: true, [stored]: false } };
      }
      return undefined;
    },
  }),
];
