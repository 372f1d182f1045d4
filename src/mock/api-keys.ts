import { ConfigurationError } from '../errors.js';
import { string, uuid } from '../schema/field.js';
import {
  checkOptions,
  isNonEmptyString,
  type OptionCheck,
  unchecked,
} from '../values/check-options.js';
import { isApiKey } from '../values/headers.js';
import { type DateInput, parseDateInput } from './clock.js';
import { randomHex, randomUuid, seededRandom, seedOf } from './random.js';
import type { Journal } from './rows/store.js';
import { type StoredRow, Table } from './rows/table.js';

/** An API key without its secret. */
export interface ApiKeyRecord {
  readonly id: string;
  readonly name: string;
  /** Stored only: the mock allows every role everything. */
  readonly role: string;
  readonly status: 'active' | 'revoked';
  /** ISO 8601, UTC, with milliseconds; `null` if the key never expires. */
  readonly expiresAt: string | null;
}

/** The fields of an API key to create. */
export interface NewApiKey {
  /** Default: `API key <number>`. */
  readonly name?: string | undefined;
  /** Default: `Admin`. */
  readonly role?: string | undefined;
  /** When the key expires, by the mock's clock. May be in the past. Default: never. */
  readonly expiresAt?: DateInput | null | undefined;
  /** The secret. Default: a generated one. */
  readonly key?: string | undefined;
  /** Default: `active`. */
  readonly status?: ApiKeyRecord['status'] | undefined;
}

/** A created API key, the only object with the secret. */
export interface CreatedApiKey extends ApiKeyRecord {
  /** The secret. Not enumerable, so that logging the object does not print it. */
  readonly key: string;
}

/** Creates and reads the API keys of a mock, as the workspace settings of the service do. */
export interface MockApiKeys {
  /** Creates a key. @throws ConfigurationError that names the invalid option. */
  create(key?: NewApiKey): CreatedApiKey;
  /** Returns the key with this id, without its secret. */
  get(id: string): ApiKeyRecord | undefined;
  /** Returns all keys in the order of their creation, without their secrets. */
  all(): ApiKeyRecord[];
}

const checks: Readonly<Record<keyof NewApiKey, OptionCheck>> = {
  name: [isNonEmptyString, 'text that is not empty'],
  role: [isNonEmptyString, 'text that is not empty'],
  expiresAt: unchecked,
  key: unchecked, // a message would show the secret
  status: [(value) => value === 'active' || value === 'revoked', "'active' or 'revoked'"],
};

export class ApiKeyTable extends Table {
  /** The secrets of all keys that were ever created, also of deleted ones. */
  readonly issued = new Set<string>();

  constructor(
    readonly journal: Journal,
    readonly now: () => number,
  ) {
    super('apiKeys', { id: uuid(), name: string(), secret: string() });
    journal.track(this);
  }

  create(given: NewApiKey = {}, source = 'apiKeys.create'): StoredRow {
    checkOptions(source, given, checks);
    const { name, role = 'Admin', expiresAt = null, key, status = 'active' } = given;
    if (key !== undefined && !isApiKey(key))
      throw new ConfigurationError(
        'expected `key` to be visible ASCII without spaces, because it is sent in a header.',
        source,
      );
    const slot = this.rows.length;
    const random = seededRandom(seedOf(`api key ${slot}`));
    const row = {
      id: randomUuid(random),
      name: name ?? `API key ${slot + 1}`,
      role,
      status,
      expires: expiresAt === null ? null : parseDateInput(expiresAt, `${source}: \`expiresAt\``),
      secret: key ?? `test_${randomHex(random, 32)}`,
    };
    if (this.bySecret(row.secret))
      throw new ConfigurationError('another key already has this `key`.', source);
    this.journal.write(this, slot, row);
    this.issued.add(row.secret);
    return row;
  }

  bySecret(secret: string): StoredRow | undefined {
    return this.all().find((key) => key.secret === secret);
  }

  isExpired({ expires }: StoredRow): boolean {
    return typeof expires === 'number' && expires <= this.now();
  }

  update(row: StoredRow, patch: { name: string } | { status: 'revoked' }): StoredRow {
    const slot = this.slotOf(row.id);
    const after = { ...row, ...patch };
    if (slot !== undefined) this.journal.write(this, slot, after);
    return after;
  }

  delete({ id }: StoredRow): void {
    const slot = this.slotOf(id);
    if (slot !== undefined) this.journal.write(this, slot, undefined);
  }
}

export const toRecord = ({ id, name, role, status, expires }: StoredRow): ApiKeyRecord => ({
  id,
  name: String(name),
  role: String(role),
  status: status === 'revoked' ? 'revoked' : 'active',
  expiresAt: typeof expires === 'number' ? new Date(expires).toISOString() : null,
});

/**
 * The secret is behind a getter that is not enumerable, so that neither printing nor spreading
 * shows it.
 */
function toCreated(row: StoredRow): CreatedApiKey {
  return Object.defineProperties(toRecord(row), {
    key: { get: () => String(row.secret) },
    // What Node prints, even with the options `getters` and `showHidden`.
    [Symbol.for('nodejs.util.inspect.custom')]: { value: () => toRecord(row) },
  }) as CreatedApiKey; // `key` is defined above
}

export const createMockApiKeys = (table: ApiKeyTable): MockApiKeys => ({
  create: (key) => toCreated(table.create(key)),
  get: (id) => {
    const row = table.get(id);
    return row && toRecord(row);
  },
  all: () => table.all().map(toRecord),
});
