import type { ResolvedDialect } from '../../../dialect/dialect.js';
import { namedSettings, settingIn } from '../../../dialect/named-settings.js';
import { toRecord } from '../../../mock/api-keys.js';
import { describeFault } from '../../../mock/describe-fault.js';
import { listPaths } from '../../../mock/http/routes.js';
import type { Mock, MockInternals } from '../../../mock/mock.js';
import type { Snapshot } from '../../../mock/rows/journal.js';
import type { Store } from '../../../mock/rows/store.js';
import type { Resource } from '../../../schema/resource.js';
import { resourceOf } from '../../../schema/resources.js';
import { dataCode, flat } from '../../../values/print-code.js';
import type { InspectorState, ResourceState, SettingState } from '../protocol.js';
import type { RequestLog } from './request-log.js';

/** The mock of a server, and what only its inspector knows of it. */
export interface InspectedMock {
  readonly mock: Mock;
  readonly internals: MockInternals;
  /** The snapshot that the browser page takes and restores, and when it was taken, by the system clock. */
  snapshot?: { readonly rows: Snapshot; readonly at: string };
}

/** The state of the mock for the browser page, without rows and requests. */
export const describeState = (
  { internals: { store, faults, keys, isOpen, routes }, snapshot }: InspectedMock,
  { first, last }: RequestLog,
  url: string,
): InspectorState => ({
  url,
  needsKey: !isOpen,
  dialect: describeDialect(store.dialect),
  resources: Object.keys(store.schema).map((name) => describeResource(name, store)),
  paths: listPaths(store.schema, routes),
  revision: store.journal.revision,
  now: new Date(keys.now()).toISOString().replace(/\.\d+/, ''),
  counts: Object.fromEntries(Object.keys(store.schema).map((name) => [name, store.table(name).size])),
  faults: faults.all().map((fault) => ({
    id: fault.id,
    description: describeFault(fault),
    matched: fault.matched,
    applied: fault.applied,
    remaining: Number.isFinite(fault.times) ? fault.times : null,
  })),
  keys: keys.all().map((key) => ({ ...toRecord(key), isExpired: keys.isExpired(key) })),
  snapshot: snapshot?.at ?? null,
  requests: { first, last },
});

/** The settings of a dialect that differ from the default, with their paths. */
const describeDialect = (dialect: ResolvedDialect): SettingState[] =>
  namedSettings.flatMap(({ path, setting }) => {
    const value = flat(dataCode(settingIn(dialect, path)));
    return value === flat(dataCode(setting.default)) ? [] : [{ name: path, value }];
  });

function describeResource(name: string, store: Store): ResourceState {
  const { path, relations } = resourceOf(store.schema, name);
  return {
    name,
    ...(path !== undefined && { path: `/v1${path}` }),
    fields: Object.entries(fieldsOf(name, store)).map(([field, declared]) => ({
      name: field,
      ...declared,
      foreignKeyOf: store.foreignKeys(name).get(field)?.target,
    })),
    relations: Object.entries(relations).map(([relation, given]) => ({ name: relation, ...given })),
  };
}

/** The stored fields, the foreign keys that no response has, and the computed fields. */
export function fieldsOf(name: string, store: Store): Resource['fields'] {
  const { columns, fields } = store.table(name);
  return { ...Object.fromEntries(columns), ...fields };
}
