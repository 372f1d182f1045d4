import { ConfigurationError } from '../errors.js';
import { isApiKey } from '../http/headers.js';
import {
  checkOptions,
  isNonEmptyString,
  type OptionCheck,
  oneOf,
  unchecked,
} from '../messages/check-options.js';
import { kindOf } from '../messages/describe.js';
import { keyHider } from '../messages/hide-keys.js';
import { isPlainObject } from '../values/plain-object.js';
import { type DateInput, parseDateInput } from './clock.js';
import { randomHex, randomUuid, seededRandom, seedOf } from './random.js';

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

/** The API keys of a mock. */
export interface MockApiKeys {
  /** @throws ConfigurationError that names the invalid option. */
  create(key?: NewApiKey): CreatedApiKey;
  /** A key by its id, without its secret. */
  get(id: string): ApiKeyRecord | undefined;
  /** In the order of their creation. */
  all(): ApiKeyRecord[];
}

const text: OptionCheck = [isNonEmptyString, 'text that is not empty'];

const checks: Readonly<Record<keyof NewApiKey, OptionCheck>> = {
  name: text,
  role: text,
  expiresAt: unchecked, // by `parseDateInput`
  key: unchecked, // a message would contain the secret
  status: oneOf(['active', 'revoked']),
};

/** A key by its id. It is never changed, only replaced. */
interface StoredKey {
  readonly record: ApiKeyRecord;
  readonly secret: string;
  /** Whether the secret is the same in every mock, so that everybody knows it. */
  readonly isGenerated: boolean;
}

/** Secrets are in private members, so that nothing prints them. */
export class ApiKeyTable implements MockApiKeys {
  #keys = new Map<string, StoredKey>();
  /** All secrets, also of deleted keys. */
  readonly #issued = new Set<string>();
  /** Hides all secrets in a text. */
  #hide = keyHider([]);
  /** How many keys were ever created. */
  #created = 0;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  create(options: NewApiKey = {}, source = 'apiKeys.create'): CreatedApiKey {
    if (!isPlainObject(options))
      throw new ConfigurationError(`expected an object, got ${kindOf(options)}.`, source);
    checkOptions(source, options, checks);
    const input: NewApiKey = options; // checked
    const random = seededRandom(seedOf(`api key ${this.#created}`));
    const id = randomUuid(random);
    const { name = `API key ${this.#created + 1}`, role = 'Admin', status = 'active' } = input;
    const { expiresAt, key: secret = `test_${randomHex(random)}` } = input;
    if (!isApiKey(secret))
      throw new ConfigurationError(
        'expected `key` to be visible ASCII without spaces, because it is sent in a header.',
        source,
      );
    if (this.find(secret))
      throw new ConfigurationError('another key already has this `key`.', source);
    const expires =
      expiresAt == null ? null : parseDateInput(expiresAt, `${source}: \`expiresAt\``);
    const record: ApiKeyRecord = Object.freeze({
      id,
      name,
      role,
      status,
      expiresAt: expires === null ? null : new Date(expires).toISOString(),
    });
    this.#created++;
    this.#keys.set(id, { record, secret, isGenerated: input.key === undefined });
    this.#issued.add(secret);
    this.#hide = keyHider(this.#issued);
    return Object.defineProperties(
      { ...record },
      {
        key: { get: () => secret },
        // What Node prints, even with the options `getters` and `showHidden`.
        [Symbol.for('nodejs.util.inspect.custom')]: { value: () => record },
      },
    ) as CreatedApiKey; // `key` is defined above
  }

  get(id: string): ApiKeyRecord | undefined {
    return this.#keys.get(id)?.record;
  }

  all(): ApiKeyRecord[] {
    return Array.from(this.#keys.values(), ({ record }) => record);
  }

  /** Whether everybody knows a key. */
  get hasGeneratedKey(): boolean {
    return [...this.#keys.values()].some(({ isGenerated }) => isGenerated);
  }

  /** The key with a secret. */
  find(secret: string): ApiKeyRecord | undefined {
    for (const key of this.#keys.values()) if (key.secret === secret) return key.record;
    return undefined;
  }

  isExpired({ expiresAt }: ApiKeyRecord): boolean {
    return expiresAt !== null && Date.parse(expiresAt) <= this.#now();
  }

  /** Returns the changed key, if it exists. */
  update(id: string, change: { name: string } | { status: 'revoked' }): ApiKeyRecord | undefined {
    const key = this.#keys.get(id);
    if (!key) return undefined;
    const record = Object.freeze({ ...key.record, ...change });
    this.#keys.set(id, { ...key, record });
    return record;
  }

  /** Returns whether the key existed. */
  delete(id: string): boolean {
    return this.#keys.delete(id);
  }

  /** Hides each secret in text, or in the texts of JSON. */
  hide<Value>(value: Value): Value {
    if (typeof value === 'string') return this.#hide(value) as Value; // text
    if (value === undefined) return value;
    const json = JSON.stringify(value);
    const hidden = this.#hide(json);
    if (hidden === json) return value;
    try {
      return JSON.parse(hidden);
    } catch {
      // A short key may be a number, or a part of the syntax.
      return JSON.parse(json, (_, item) => (typeof item === 'string' ? this.#hide(item) : item));
    }
  }

  /** Returns the function that restores the keys as they are now. */
  snapshot(): () => void {
    const [keys, created] = [new Map(this.#keys), this.#created];
    return () => {
      this.#keys = new Map(keys);
      this.#created = created;
    };
  }
}
