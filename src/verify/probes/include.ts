import type { JsonObject } from '../../schema/field.js';
import { among, assertUnchanged } from '../filter-probe.js';
import { MADE_UP } from '../mask.js';
import {
  type AppliesTo,
  compare,
  DifferenceError,
  differs,
  type Findings,
  holds,
  needs,
  type Probe,
  type ProbeContext,
  type RuleId,
} from '../probe.js';
import { rejectionProbe } from '../rejection-probe.js';
import { idOf, type Row, rowInBody } from '../rows-in-body.js';
import { type ListedResource, listedResources, type Workspace } from '../workspace.js';

/** The names of stored fields but `id`. */
export const storedFields = ({ schema }: Workspace, resource: string): string[] =>
  Object.entries(schema[resource]?.fields ?? {}).flatMap(([name, { computed }]) =>
    name === 'id' || computed ? [] : [name],
  );

export const computedFields = ({ schema }: Pick<Workspace, 'schema'>, resource: string): string[] =>
  Object.entries(schema[resource]?.fields ?? {}).flatMap(([name, { computed }]) => (computed ? [name] : []));

export const hasComputed: AppliesTo = (workspace) =>
  listedResources(workspace.schema).some(({ name }) => computedFields(workspace, name).length > 0);

/** A resource with two properties for an include. */
interface IncludeTarget extends ListedResource {
  readonly row: Row;
  readonly first: string;
  readonly second: string;
}

function chooseTarget({ workspace }: ProbeContext): IncludeTarget {
  for (const resource of workspace.resources) {
    const [row] = resource.rows;
    const [first, second] = storedFields(workspace, resource.name).filter((name) => row && name in row);
    if (row && first !== undefined && second !== undefined) return { ...resource, row, first, second };
  }
  return needs('a row with two properties besides `id`');
}

/**
 * The row that a list returns with an include.
 *
 * @throws DifferenceError if the list leaves the row out because of the include.
 */
export async function includedRow(
  context: ProbeContext,
  { path }: Pick<ListedResource, 'path'>,
  row: Row,
  include: JsonObject,
): Promise<Row> {
  const [found] = await context.rows({ path, where: among([row]), include });
  if (found) return found;
  await assertUnchanged(context, path, [row]);
  throw new DifferenceError('left the row out');
}

/** The properties of a row without `id`, which another probe tests. */
const keysOf = (row: Row): string[] => Object.keys(row).filter((name) => name !== 'id');

const list = (names: readonly string[]): string => (names.length > 0 ? names.join(', ') : 'no property');

/** Whether a row has exactly some properties besides `id`. */
export const compareKeys = (row: Row, expected: readonly string[]) => {
  const keys = keysOf(row);
  const isSame = keys.length === expected.length && expected.every((name) => keys.includes(name));
  return compare(isSame ? undefined : `returned ${list(keys)} instead of ${list(expected)}`);
};

/** Whether a row has at least some properties. */
export const compareMissing = (row: Row, expected: readonly string[]) => {
  const missing = expected.filter((name) => !(name in row));
  return compare(missing.length > 0 ? `without ${list(missing)}` : undefined);
};

/** The stored fields that a row has without an include. The schema may declare more. */
const defaultKeys = ({ workspace }: ProbeContext, { name, row }: IncludeTarget): string[] =>
  storedFields(workspace, name).filter((field) => field in row);

type IncludeOf = (target: IncludeTarget) => JsonObject;

/** A probe of the properties of one row. */
const includeProbe = (
  id: string,
  rules: RuleId[],
  expected: string,
  includeOf: IncludeOf,
  judge: (row: Row, target: IncludeTarget, context: ProbeContext) => ReturnType<typeof compare>,
  dependsOn: string[] = [],
): Probe => ({
  id,
  rules,
  expected,
  dependsOn: ['where.in', ...dependsOn],
  run: async (context) => {
    const target = chooseTarget(context);
    return judge(await includedRow(context, target, target.row, includeOf(target)), target, context);
  },
});

/** A probe of the default properties: finds unexpected or missing ones in the rows of all lists. */
const defaultProbe = (
  id: string,
  expected: string,
  find: (row: Row, resource: string, workspace: Workspace) => readonly string[],
  toFindings: (found: Readonly<Record<string, readonly string[]>>) => Findings = () => ({}),
): Probe => ({
  id,
  rules: ['general 1', 'include 1'],
  expected,
  run: async ({ workspace, send }) => {
    const found: Record<string, readonly string[]> = {};
    if (workspace.resources.length === 0) needs('a row');
    for (const { name, path, rows } of workspace.resources) {
      await send({ path });
      const names = new Set(rows.flatMap((row) => find(row, name, workspace)));
      if (names.size > 0) found[name] = [...names];
    }
    const observed = Object.entries(found).map(([name, names]) => `${name}: ${names.join(', ')}`);
    return observed.length > 0 ? differs(observed.join('; '), toFindings(found)) : holds();
  },
});

/** Which properties a row has. */
export const include: readonly Probe[] = [
  defaultProbe(
    'include.default-properties',
    'Without an include, a row has all stored properties.',
    (row, resource, workspace) =>
      storedFields(workspace, resource)
        .filter((name) => !(name in row))
        .map((name) => `no ${name}`),
  ),
  defaultProbe(
    'include.default-relations',
    'Without an include, a row has no relations.',
    (row, resource, { schema }) =>
      Object.keys(schema[resource]?.relations ?? {}).filter((name) => name in row),
  ),
  {
    ...defaultProbe(
      'include.default-computed',
      'Without an include, a row has no computed properties.',
      (row, resource, workspace) => computedFields(workspace, resource).filter((name) => name in row),
      (defaultComputed) => ({ defaultComputed }),
    ),
    appliesTo: hasComputed,
  },
  includeProbe(
    'include.inclusion',
    ['include 2'],
    'A property set to `true` selects only the named properties.',
    ({ first }) => ({ [first]: true }),
    (row, { first }) => compareKeys(row, [first]),
  ),
  includeProbe(
    'include.id',
    ['general 2', 'include 4'],
    '`id` is returned although the include does not name it.',
    ({ first }) => ({ [first]: true }),
    (row) => compare(idOf(row) === '' ? 'no `id`' : undefined),
  ),
  includeProbe(
    'include.exclusion',
    ['include 3'],
    'A property set to `false` selects all properties but the named ones.',
    ({ first }) => ({ [first]: false }),
    (row, target, context) =>
      compareMissing(
        row,
        defaultKeys(context, target).filter((name) => name !== target.first),
      ).result === 'holds'
        ? compare(target.first in row ? `returned ${target.first} too` : undefined)
        : differs('returned fewer properties'),
  ),
  includeProbe(
    'include.id-only',
    ['decision 7'],
    '`{ id: true }` selects only `id`.',
    () => ({ id: true }),
    (row) => compareKeys(row, []),
    ['include.inclusion'],
  ),
  includeProbe(
    'include.id-excluded',
    ['include 4', 'decision 7'],
    '`id` is returned although the include excludes it.',
    () => ({ id: false }),
    (row) => compare(idOf(row) === '' ? 'no `id`' : undefined),
  ),
  includeProbe(
    'include.empty',
    ['decision 8'],
    'An empty include returns the default properties.',
    () => ({}),
    (row, target) => compareKeys(row, keysOf(target.row)),
  ),
  rejectionProbe({
    id: 'include.mixed',
    rules: ['include 8'],
    expected: 'Mixing `true` and `false` on one level is rejected.',
    dependsOn: ['where.in'],
    request: (context) => {
      const { path, row, first, second } = chooseTarget(context);
      return { path, where: among([row]), include: { [first]: true, [second]: false } };
    },
  }),
  rejectionProbe({
    id: 'include.unknown-name',
    rules: ['decision 28'],
    expected: 'An unknown name in an include is rejected.',
    dependsOn: ['where.in'],
    request: (context) => {
      const { path, row, first } = chooseTarget(context);
      return { path, where: among([row]), include: { [first]: true, [`${MADE_UP}_property`]: true } };
    },
  }),
  {
    id: 'include.single-row',
    rules: ['general 4', 'include 2'],
    expected: 'A single row is returned by its id, with the properties that the include names.',
    dependsOn: ['include.inclusion'],
    appliesTo: ({ schema }) => Object.values(schema).some(({ operations }) => operations.includes('get')),
    run: async (context) => {
      const { workspace, send } = context;
      const resource = workspace.resources.find(({ name }) =>
        workspace.schema[name]?.operations.includes('get'),
      );
      const [row] = resource?.rows ?? [];
      if (!resource || !row) needs('a row of a resource whose rows can be requested by their id');
      const [field = 'id'] = storedFields(workspace, resource.name);
      const path = `${resource.path}/${encodeURIComponent(idOf(row))}`;
      const { body, isRejection, status } = await send({ path, include: { [field]: true } });
      const found = isRejection ? undefined : rowInBody(body, workspace.envelope);
      if (!found) return differs(isRejection ? `rejected with status ${status}` : 'no row in the body');
      if (found.id !== undefined && found.id !== row.id) return differs('returned another row');
      return compareKeys(found, [field]);
    },
  },
];
