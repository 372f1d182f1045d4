import { ConfigurationError } from '../errors/usage-errors.js';
import { string, uuid } from '../schema/field.js';
import { checkOptions, type OptionCheck, unchecked } from '../values/check-options.js';
import { type DateInput, readMoment } from './clock.js';
import { randomHex, randomUuid, seededRandom, seedOf } from './random.js';
import type { History } from './rows/history.js';
import { type StoredRow, Table } from './rows/table.js';

/** An API key without its secret. */
export interface ApiKeyRecord {
  readonly id: string;
  readonly name: string;
  /** Kept, and limits nothing (decision 5). */
  readonly role: string;
  readonly status: 'active' | 'revoked';
  /** ISO 8601, UTC, with milliseconds; `null` for never. */
  readonly expiresAt: string | null;
}

/** What a key is made of. */
export interface NewApiKey {
  /** `API key <number>` by default. */
  readonly name?: string | undefined;
  /** `Admin` by default. */
  readonly role?: string | undefined;
  /** When the key stops being accepted, by the mock's clock; never by default. May lie in the past. */
  readonly expiresAt?: DateInput | null | undefined;
  /** The secret; made up by default. */
  readonly key?: string | undefined;
}

/** A key that was just made: the only place that gives the secret. */
export interface CreatedApiKey extends ApiKeyRecord {
  /** The secret. Not listed among the properties, so that nothing prints it by accident: read it by name. */
  readonly key: string;
}

/** The keys of the workspace, in the stead of its settings. */
export interface MockApiKeys {
  /** Makes a key, active from now on. @throws ConfigurationError which names the wrong member. */
  create(key?: NewApiKey): CreatedApiKey;
  /** The key of an id, without its secret. */
  get(id: string): ApiKeyRecord | undefined;
  /** All keys in the order in which they were made, without their secrets. */
  all(): ApiKeyRecord[];
}

/** Whether something fits in a header as a key: visible ASCII without spaces. */
export const isSecret = (key: unknown): key is string => typeof key === 'string' && /^[!-~]+$/.test(key);

const isText = (value: unknown) => typeof value === 'string' && value !== '';

const checks: Readonly<Record<keyof NewApiKey, OptionCheck>> = {
  name: [isText, 'text that is not empty'],
  role: [isText, 'text that is not empty'],
  expiresAt: unchecked,
  key: unchecked, // a message would show the secret
};

/** The table of keys, and what requests do to it. */
export class ApiKeyTable {
  readonly #table = new Table('apiKeys', { id: uuid(), name: string(), secret: string() });

  constructor(
    readonly history: History,
    readonly now: () => number,
  ) {}

  create(given: NewApiKey = {}): StoredRow {
    checkOptions('apiKeys.create', given, checks);
    const { name, role = 'Admin', expiresAt = null, key } = given;
    if (key !== undefined && !isSecret(key))
      throw new ConfigurationError(
        'apiKeys.create: `key` must be visible ASCII without spaces, to fit in a header.',
      );
    const slot = this.#table.rows.length;
    const random = seededRandom(seedOf(`api key ${slot}`));
    const row = {
      id: randomUuid(random),
      name: name ?? `API key ${slot + 1}`,
      role: role,
      status: 'active',
      expires: expiresAt === null ? null : readMoment(expiresAt, 'apiKeys.create: `expiresAt`'),
      secret: key ?? `test_${randomHex(random, 32)}`,
    };
    if (this.bySecret(row.secret)) throw new ConfigurationError('apiKeys.create: `key` is in use already.');
    this.history.write(this.#table, slot, row);
    return row;
  }

  get(id: string): StoredRow | undefined {
    return this.#table.get(id);
  }

  all(): StoredRow[] {
    return this.#table.all();
  }

  bySecret(secret: string): StoredRow | undefined {
    const [slot = -1] = this.#table.links('secret').get(secret) ?? [];
    return this.#table.rows[slot];
  }

  secrets(): string[] {
    return this.all().map(({ secret }) => String(secret));
  }

  isExpired({ expires }: StoredRow): boolean {
    return typeof expires === 'number' && expires <= this.now();
  }

  update(row: StoredRow, patch: { name: string } | { status: 'revoked' }): StoredRow {
    const after = { ...row, ...patch };
    this.history.write(this.#table, this.#table.slotOf(row.id) ?? this.#table.rows.length, after);
    return after;
  }

  delete({ id }: StoredRow): void {
    const slot = this.#table.slotOf(id);
    if (slot !== undefined) this.history.write(this.#table, slot, undefined);
  }
}

/** A key as its owner sees it. */
const recordOf = ({ id, name, role, status, expires }: StoredRow): ApiKeyRecord => ({
  id,
  name: String(name),
  role: String(role),
  status: status === 'revoked' ? 'revoked' : 'active',
  expiresAt: typeof expires === 'number' ? new Date(expires).toISOString() : null,
});

/** A key with a secret that neither printing nor spreading shows: it is read through the prototype. */
class Created implements CreatedApiKey {
  declare readonly id: string;
  declare readonly name: string;
  declare readonly role: string;
  declare readonly status: 'active' | 'revoked';
  declare readonly expiresAt: string | null;
  readonly #key: string;

  constructor(row: StoredRow) {
    Object.assign(this, recordOf(row));
    this.#key = String(row.secret);
  }

  get key(): string {
    return this.#key;
  }

  /** What Node prints, even where it is told to run getters. */
  [Symbol.for('nodejs.util.inspect.custom')](): object {
    return { ...this };
  }
}

/** What users get of the keys. */
export const apiKeysOf = (table: ApiKeyTable): MockApiKeys => ({
  create: (key) => new Created(table.create(key)),
  get: (id) => {
    const row = table.get(id);
    return row && recordOf(row);
  },
  all: () => table.all().map(recordOf),
});
