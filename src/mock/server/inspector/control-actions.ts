import type { JsonObject } from '../../../schema/field.js';
import {
  checkOptions,
  nonNegativeInteger,
  type OptionCheck,
  type OptionChecks,
  positiveInteger,
  unchecked,
} from '../../../values/check-options.js';
import { isPlainObject, own } from '../../../values/plain-object.js';
import type { NewApiKey } from '../../api-keys.js';
import type { Mock } from '../../create-mock.js';
import type { Fault } from '../../faults.js';
import type { MockInternals } from '../../internals.js';
import type { StoredRow } from '../../rows/table.js';
import { InspectorError } from './inspector-error.js';
import type { ChangedRow, CreatedKey, RowsPage, RowsQuery } from './protocol.js';
import { queryRows } from './query-rows.js';
import type { SnapshotKeeper } from './snapshot-keeper.js';

/** The parts of the mock that the actions change. */
export interface ControlledMock {
  readonly mock: Pick<Mock, 'apiKeys' | 'reset'>;
  readonly internals: MockInternals;
  readonly snapshots: SnapshotKeeper;
}

/** What a POST to a path below `/inspector/` does with its body. */
type Action = (body: unknown, mock: ControlledMock) => object;

const text: OptionCheck = [(value) => typeof value === 'string', 'text'];
const name: OptionCheck = [(value) => typeof value === 'string' && value !== '', 'text that is not empty'];
const row: OptionCheck = [isPlainObject, 'an object'];

/** The members of a body, all of which are required but those in `optional`. */
function members(path: string, body: unknown, required: OptionChecks, optional: OptionChecks = {}) {
  const given = checkOptions(path, body, { ...required, ...optional });
  const missing = Object.keys(required).find((member) => given[member] === undefined);
  if (missing !== undefined) throw new InspectorError(400, `${path}: \`${missing}\` is missing.`);
  return given;
}

/** The actions by path. They throw ConfigurationError, QueryError or InspectorError, and then change nothing. */
export const controlActions: { readonly [path: string]: Action } = {
  rows: (body, { internals }): RowsPage =>
    queryRows(
      members(
        'rows',
        body,
        { resource: text, take: nonNegativeInteger, skip: nonNegativeInteger },
        {
          where: text,
          include: text,
          orderBy: text,
          relatedTo: [() => false, 'an object', { resource: text, id: text, relation: text }],
        },
      ) as unknown as RowsQuery, // checked
      internals.store,
    ),
  insert: (body, { internals }): ChangedRow => {
    const given = members('insert', body, { resource: text, row });
    return { row: changed(internals.writer.insert(knownResource(given, internals), given.row)[0]) };
  },
  update: (body, { internals }): ChangedRow => {
    const given = members('update', body, { resource: text, id: text, patch: row });
    const { writer } = internals;
    return { row: changed(writer.update(knownResource(given, internals), String(given.id), given.patch)) };
  },
  delete: (body, { internals }) => {
    const given = members('delete', body, { resource: text, id: text });
    const resource = knownResource(given, internals);
    if (internals.writer.delete(resource, String(given.id))) return {};
    throw new InspectorError(400, `${resource}: no row has the id ${JSON.stringify(given.id)}.`);
  },
  'faults/add': (body, { internals }) => ({ id: internals.faults.add(body as Fault) }), // checks it
  'faults/remove': (body, { internals }) => {
    const { id } = members('faults/remove', body, { id: positiveInteger });
    if (internals.faults.remove(Number(id))) return {};
    throw new InspectorError(404, `No fault has the id ${id}. It was removed, or the mock was reset.`);
  },
  'keys/create': (body, { mock }): CreatedKey => {
    const given = members(
      'keys/create',
      body,
      {},
      { name: unchecked, role: unchecked, expiresAt: unchecked },
    );
    const { id, key } = mock.apiKeys.create(given as NewApiKey); // checks them
    return { id, key };
  },
  'keys/rename': (body, { internals }) => {
    const given = members('keys/rename', body, { id: text, name });
    internals.keys.update(knownKey(given, internals), { name: String(given.name) });
    return {};
  },
  'keys/revoke': (body, { internals }) => {
    internals.keys.update(knownKey(members('keys/revoke', body, { id: text }), internals), {
      status: 'revoked',
    });
    return {};
  },
  'keys/delete': (body, { internals }) => {
    internals.keys.delete(knownKey(members('keys/delete', body, { id: text }), internals));
    return {};
  },
  reset: (_, { mock }) => {
    mock.reset();
    return {};
  },
  snapshot: (_, { snapshots }) => {
    snapshots.take();
    return {};
  },
  restore: (_, { snapshots }) => {
    if (snapshots.restore()) return {};
    throw new InspectorError(400, 'There is no snapshot. Take one first.');
  },
};

const changed = (row: StoredRow | undefined): JsonObject => ({ ...row });

function knownResource({ resource }: Record<string, unknown>, { store }: MockInternals): string {
  const given = String(resource);
  if (own(store.schema, given)) return given;
  throw new InspectorError(400, `${given} is not a resource of the schema.`);
}

function knownKey({ id }: Record<string, unknown>, { keys }: MockInternals): StoredRow {
  const key = keys.get(String(id));
  if (key) return key;
  throw new InspectorError(404, `No API key has the id ${JSON.stringify(id)}. It was deleted.`);
}
