import { isPlainObject } from '../../values/plain-object.js';
import { MADE_UP } from '../mask.js';
import { type AppliesTo, compare, differs, holds, InconclusiveError, needs, type Probe } from '../probe.js';
import { idOf, rowsInBody } from '../rows-in-body.js';
import { isOfKind, listedResources, type Workspace } from '../workspace.js';

/** Finds what is wrong in the rows of all lists. */
const rowsProbe = (
  id: string,
  rules: Probe['rules'],
  expected: string,
  find: (
    row: { readonly [name: string]: unknown },
    resource: Workspace['schema'][string],
  ) => readonly string[],
): Probe => ({
  id,
  rules,
  expected,
  run: async ({ workspace, rows }) => {
    const found: string[] = [];
    let isEmpty = true;
    for (const { name, path } of workspace.lists) {
      const resource = workspace.schema[name];
      if (!resource) continue;
      const all = await rows({ path });
      isEmpty &&= all.length === 0;
      const names = new Set(all.flatMap((row) => find(row, resource)));
      if (names.size > 0) found.push(`${name}: ${[...names].join(', ')}`);
    }
    if (isEmpty) needs('a row');
    return compare(found.length > 0 ? found.join('; ') : undefined);
  },
});

/** A path that no service has, and an id that no row has. */
const UNKNOWN_PATH = `/${MADE_UP}_path`;
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** Text that is not JSON in any dialect. */
const brokenJson = () => `{"${MADE_UP}`;

const resourceWithGet = ({ schema }: Pick<Workspace, 'schema'>): string | undefined =>
  Object.values(schema).find(({ operations }) => operations.includes('get'))?.path;

/** A probe of a request that gets status 404. */
const notFoundProbe = (
  id: string,
  rules: Probe['rules'],
  expected: string,
  pathOf: (workspace: Workspace) => string | undefined,
  appliesTo: AppliesTo = () => true,
): Probe => ({
  id,
  rules,
  expected,
  appliesTo,
  run: async ({ workspace, session, record }) => {
    const path = pathOf(workspace) ?? needs('a list');
    record({ path });
    const { status } = await session.reply({ path });
    return status === 404 ? holds('status 404') : differs(`status ${status}`);
  },
});

/** The format of rows. */
export const responses: readonly Probe[] = [
  {
    id: 'responses.lists',
    rules: ['general 4'],
    expected: 'Each list of the schema can be read.',
    run: async ({ workspace, session, record }) => {
      const missing: string[] = [];
      for (const { path } of listedResources(workspace.schema)) {
        record({ path });
        const { status } = await session.reply({ path });
        if (status === 404) missing.push(`GET /v1${path} returned 404`);
        else if (status >= 300) throw new InconclusiveError(`GET /v1${path} returned ${status}`);
      }
      return compare(missing.length > 0 ? missing.join('; ') : undefined);
    },
  },
  {
    id: 'responses.envelope',
    rules: ['general 6', 'decision 1', 'decision 36'],
    expected: 'The body of a list is an array of rows, or `{ "result": [ … ] }`.',
    run: async ({ workspace, send }) => {
      const [resource] = workspace.lists;
      if (!resource) needs('a list');
      const { body } = await send({ path: resource.path });
      const found = rowsInBody(body);
      if (!found) throw new InconclusiveError(`GET ${resource.path} returned no list of rows`);
      const { envelope } = found;
      if (envelope === undefined) return holds('an array');
      const observed = `the rows are in the member \`${envelope}\``;
      return envelope === 'result' ? holds(observed, { envelope }) : differs(observed, { envelope });
    },
  },
  rowsProbe('responses.id', ['decision 39'], 'Each row has a text `id`.', (row) =>
    idOf(row) === '' ? ['no `id`'] : [],
  ),
  rowsProbe(
    'responses.fields',
    ['general 3', 'decision 13', 'decision 14'],
    'Rows have no properties that the schema does not declare.',
    (row, { fields, relations }) =>
      Object.keys(row).filter((name) => !Object.hasOwn(fields, name) && !Object.hasOwn(relations, name)),
  ),
  rowsProbe(
    'responses.kinds',
    ['general 3', 'decision 13', 'decision 14', 'decision 15'],
    'Each property has a value of the type that the schema declares, or null if it is nullable.',
    (row, { fields }) =>
      Object.entries(fields).flatMap(([name, { kind, nullable }]) => {
        const value = row[name];
        if (value === undefined || isOfKind(value, kind)) return [];
        if (value === null) return nullable ? [] : [`${name} is null`];
        return [`${name} is not of type ${kind}`];
      }),
  ),
  {
    id: 'responses.empty-list',
    rules: ['general 6', 'decision 3'],
    expected: 'A filter that matches no row returns an empty list.',
    run: async ({ workspace, session, record }) => {
      const [resource] = workspace.lists;
      if (!resource) needs('a list');
      const request = { path: resource.path, where: { id: { in: [UNKNOWN_ID] } } };
      record(request);
      const { status, body } = await session.reply(request);
      const found = rowsInBody(body);
      if (status >= 300 || !found) return differs(`status ${status}`);
      return compare(found.rows.length === 0 ? undefined : `${found.rows.length} rows`);
    },
    dependsOn: ['where.in'],
  },
  {
    id: 'errors.broken-json',
    rules: ['decision 28'],
    expected: 'A filter that is not JSON is rejected.',
    run: async ({ workspace, send }) => {
      const [resource] = workspace.lists;
      if (!resource) needs('a list');
      const { isRejection, status } = await send({ path: resource.path, where: {}, write: brokenJson });
      if (isRejection) return holds(`rejected with status ${status}`);
      return { ...differs('accepted'), isDangerous: true };
    },
  },
  {
    id: 'errors.status-400',
    rules: ['decision 1', 'decision 3'],
    expected: 'A rejected query gets status 400.',
    dependsOn: ['errors.broken-json'],
    run: async ({ workspace, send }) => {
      const path = workspace.lists[0]?.path ?? needs('a list');
      const { status } = await send({ path, where: {}, write: brokenJson });
      return compare(status === 400 ? undefined : `status ${status}${status < 300 ? ' with `errors`' : ''}`);
    },
  },
  {
    id: 'errors.body',
    rules: ['decision 3'],
    expected: 'The response to a rejected query is `{ "errors": ["message"] }`.',
    dependsOn: ['errors.broken-json'],
    run: async ({ workspace, send }) => {
      const path = workspace.lists[0]?.path ?? needs('a list');
      const { body } = await send({ path, where: {}, write: brokenJson });
      return compare(hasErrors(body) ? undefined : formOf(body));
    },
  },
  notFoundProbe(
    'errors.unknown-id',
    ['decision 3'],
    'An unknown id gets status 404.',
    (workspace) => `${resourceWithGet(workspace)}/${UNKNOWN_ID}`,
    (workspace) => resourceWithGet(workspace) !== undefined,
  ),
  notFoundProbe(
    'errors.unknown-path',
    ['decision 3'],
    'An unknown path gets status 404.',
    () => UNKNOWN_PATH,
  ),
  {
    ...notFoundProbe(
      'errors.trailing-slash',
      ['decision 29'],
      'A path with a trailing slash gets status 404.',
      ({ schema }) => {
        const path = listedResources(schema)[0]?.path;
        return path && `${path}/`;
      },
    ),
    dependsOn: ['errors.unknown-path'],
  },
];

/** Whether a body has the format of errors that the mock sends. */
export const hasErrors = (body: unknown): boolean =>
  isPlainObject(body) &&
  Array.isArray(body.errors) &&
  body.errors.length > 0 &&
  body.errors.every((error) => typeof error === 'string');

/** The names of the members of a body, without their values. */
export const formOf = (body: unknown): string =>
  isPlainObject(body)
    ? `an object with ${Object.keys(body).slice(0, 5).join(', ') || 'no members'}`
    : body === undefined
      ? 'no JSON'
      : `JSON that is not an object`;
