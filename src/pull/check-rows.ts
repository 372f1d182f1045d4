import type { AnyRow } from '../client/parse-rows.js';
import { isConfigurationError } from '../errors/usage-errors.js';
import { createMock } from '../mock/create-mock.js';
import { checkListQuery } from '../query/list-query.js';
import { type Resources, resourceOf } from '../schema/resources.js';
import { zodValidator } from '../validation/zod-validator.js';
import { own, setMember } from '../values/plain-object.js';
import type { KnownRows } from './known-rows.js';
import type { ResourceReading } from './read-resource.js';

/** A property whose values the client or the mock does not accept. */
export interface Disagreement {
  readonly path: readonly string[];
  /** In how many rows. */
  readonly rows: number;
  readonly with: 'client' | 'mock';
}

/**
 * Checks every row that was read with the validator of the client, and inserts it into a mock. Both use the
 * schema that is written.
 */
export function checkRows(
  schema: Resources,
  readings: readonly ResourceReading[],
  known: KnownRows,
): Disagreement[] {
  return [...validateRows(schema, readings, known), ...insertRows(schema, known)];
}

function validateRows(
  schema: Resources,
  readings: readonly ResourceReading[],
  known: KnownRows,
): Disagreement[] {
  const validator = zodValidator();
  const found: Disagreement[] = [];
  const validate = (resource: string, rows: Iterable<AnyRow>, include?: object) => {
    const { selection } = checkListQuery(schema, resource, { include });
    const counts = new Map<string, Set<AnyRow>>();
    for (const row of rows) {
      for (const { path } of validator({ data: row, schema, selection, many: false })) {
        // The index of a related row is left out: it says nothing about the property.
        const property = path.replace(/\[\d+\]/g, '');
        const set = counts.get(property) ?? new Set();
        counts.set(property, set.add(row));
      }
    }
    for (const [property, { size }] of counts)
      found.push({ path: [resource, ...pathOf(property)], rows: size, with: 'client' });
  };
  for (const resource of known.names)
    if (Object.hasOwn(schema, resource)) validate(resource, known.rowsOf(resource).values());
  for (const { name, included, probes } of readings) {
    const { fields, relations } = own(schema, name) ?? { fields: {}, relations: {} };
    const isChecked = (key: string) => Object.hasOwn(relations, key) || own(fields, key)?.computed;
    const names = [...probes].flatMap(([key, probe]) =>
      probe === 'returned' && isChecked(key) ? [key] : [],
    );
    if (names.length === 0) continue;
    // Each by itself: a name with default properties would make the other ones part of the check.
    for (const key of names) validate(name, included.values(), includeOf(key, Object.hasOwn(relations, key)));
  }
  return found;
}

/** The names of a path such as `unit.symbol` or `unit["a b"]`. */
const pathOf = (property: string): string[] =>
  [...property.matchAll(/([A-Za-z_$][\w$]*)|\[("(?:[^"\\]|\\.)*")\]/g)].map(([, name, quoted = '""']) =>
    name === undefined ? String(JSON.parse(quoted)) : name,
  );

/** An include of one name and of nothing else but ids. */
const includeOf = (name: string, isRelation: boolean): object =>
  isRelation ? { id: true, [name]: true } : { [name]: true };

/** The columns of a row that a mock of the schema stores. */
function storedPart(schema: Resources, resource: string, row: AnyRow): Record<string, unknown> {
  const part: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(resourceOf(schema, resource).fields))
    if (!field.computed && Object.hasOwn(row, name)) setMember(part, name, row[name]);
  return part;
}

function insertRows(schema: Resources, known: KnownRows): Disagreement[] {
  const data: Record<string, Record<string, unknown>[]> = {};
  const ids = idsOf(schema, known);
  for (const [resource, all] of ids) {
    const rows = known.rowsOf(resource);
    // Rows that others refer to and that were not read have an id only.
    data[resource] = [...all].map((id) => {
      const row = rows.get(id);
      return row ? storedPart(schema, resource, row) : { id };
    });
  }
  if (isAccepted(() => createMock({ schema, data: data as object, apiKeys: false }))) return [];
  return findRejected(schema, data);
}

/** The ids of the rows that were read, and those that their foreign keys refer to. */
function idsOf(schema: Resources, known: KnownRows): Map<string, Set<string>> {
  const ids = new Map(Object.keys(schema).map((name) => [name, new Set(known.rowsOf(name).keys())]));
  const refer = (target: string, id: unknown) => {
    if (typeof id === 'string') ids.get(target)?.add(id);
  };
  for (const [owner, { relations }] of Object.entries(schema)) {
    for (const { target, cardinality, foreignKey } of Object.values(relations)) {
      const holder = cardinality === 'one' ? owner : target;
      const referred = cardinality === 'one' ? target : owner;
      for (const row of known.rowsOf(holder).values()) refer(referred, own(row, foreignKey));
    }
  }
  // The one foreign key of the mock without a relation (decision 33).
  for (const row of known.rowsOf('transactionLines').values()) refer('accounts', own(row, 'account_id'));
  return ids;
}

/** The rows one by one, and the properties of the rejected ones one by one. */
function findRejected(
  schema: Resources,
  data: Readonly<Record<string, readonly Record<string, unknown>[]>>,
): Disagreement[] {
  const counts = new Map<string, Disagreement>();
  const count = (path: readonly string[]) => {
    const key = JSON.stringify(path);
    counts.set(key, { path, rows: (counts.get(key)?.rows ?? 0) + 1, with: 'mock' });
  };
  for (const [resource, rows] of Object.entries(data)) {
    const accepts = (row: Record<string, unknown>) =>
      isAccepted(() => createMock({ schema, data: { [resource]: [row] } as object, apiKeys: false }));
    for (const row of rows) {
      if (accepts(row)) continue;
      const rejected = Object.keys(row).filter((name) => !accepts({ id: row.id, [name]: row[name] }));
      for (const name of rejected) count([resource, name]);
      if (rejected.length === 0) count([resource]);
    }
  }
  // Each row is accepted by itself.
  if (counts.size === 0) count(['the rows of all resources together']);
  return [...counts.values()];
}

function isAccepted(insert: () => unknown): boolean {
  try {
    insert();
    return true;
  } catch (error) {
    if (isConfigurationError(error)) return false;
    throw error;
  }
}
