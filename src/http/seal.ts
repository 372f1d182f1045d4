import { type Bytes, decodeBase64Url, encodeBase64Url } from '../values/base64.js';
import { type ApiKey, parseApiKey } from './api-key.js';

/** Encrypts text for a reader that must neither read nor change it, such as a browser. */
export interface Seals {
  /**
   * Returns URL-safe text, whose length tells that of the text only roughly. The same text with the
   * same context is sealed as the same text, so that a client recognizes a cursor that is repeated.
   */
  seal(text: string, context: string): Promise<string>;
  /** Returns the text, or `undefined` if it was not sealed with this context and API key. */
  open(sealed: string, context: string): Promise<string | undefined>;
}

/** What is derived from an API key. */
interface SealKeys {
  readonly encryption: CryptoKey;
  readonly nonce: CryptoKey;
}

/** The API keys whose seals are opened: a renewed key does not end the readings of the last one. */
const KEPT = 2;

const NONCE_BYTES = 12;

/**
 * Creates seals with AES-GCM. Each process with the same API key opens the seals of the others. If
 * the API key is a function, it is called for each seal. Without an API key, the seals are those of
 * this process.
 */
export function createSeals(apiKey: ApiKey, source: string): Seals {
  const keys = new Map<string, Promise<SealKeys>>(); // the last one is the latest
  const ofProcess = encodeBase64Url(crypto.getRandomValues(new Uint8Array(32)));
  const readKeys = async (): Promise<[latest: SealKeys, ...older: SealKeys[]]> => {
    const key: unknown = typeof apiKey === 'function' ? await apiKey() : apiKey;
    const secret = key === null ? ofProcess : parseApiKey(key, 'apiKey()', source);
    const latest = keys.get(secret) ?? deriveKeys(secret);
    keys.delete(secret);
    keys.set(secret, latest);
    const [oldest = ''] = keys.keys();
    if (keys.size > KEPT) keys.delete(oldest);
    const older = [...keys.values()].filter((derived) => derived !== latest);
    return [await latest, ...(await Promise.all(older))];
  };
  return {
    async seal(text, context) {
      const [{ encryption, nonce }] = await readKeys();
      const [data, additionalData] = [pad(encodeText(text)), await hash(context)];
      // Derived from what is sealed, because a random nonce may repeat.
      const mac = await crypto.subtle.sign('HMAC', nonce, joinBytes(additionalData, data));
      const iv = new Uint8Array(mac).slice(0, NONCE_BYTES);
      const algorithm = { name: 'AES-GCM', iv, additionalData };
      const sealed = await crypto.subtle.encrypt(algorithm, encryption, data);
      return encodeBase64Url(joinBytes(iv, new Uint8Array(sealed)));
    },
    async open(sealed, context) {
      const bytes = decodeBase64Url(sealed);
      const derived = await readKeys();
      if (!bytes) return undefined;
      const iv = bytes.slice(0, NONCE_BYTES);
      const algorithm = { name: 'AES-GCM', iv, additionalData: await hash(context) };
      const opened = derived.map(({ encryption }) =>
        crypto.subtle.decrypt(algorithm, encryption, bytes.slice(NONCE_BYTES)),
      );
      const text = await Promise.any(opened).catch(() => undefined); // none of the keys
      return text && decodeText(withoutPadding(new Uint8Array(text)));
    },
  };
}

/** Two keys that tell nothing of the API key, and nothing of each other. */
async function deriveKeys(apiKey: string): Promise<SealKeys> {
  const secret = await crypto.subtle.importKey('raw', encodeText(apiKey), 'HKDF', false, [
    'deriveKey',
  ]);
  const from = (use: string) => ({
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: encodeText(`payments-data-client seal: ${use}`),
  });
  const aes = { name: 'AES-GCM', length: 256 };
  const hmac = { name: 'HMAC', hash: 'SHA-256', length: 256 };
  const [encryption, nonce] = await Promise.all([
    crypto.subtle.deriveKey(from('encryption'), secret, aes, false, ['encrypt', 'decrypt']),
    crypto.subtle.deriveKey(from('nonce'), secret, hmac, false, ['sign']),
  ]);
  return { encryption, nonce };
}

const encodeText = (text: string): Bytes => new TextEncoder().encode(text) as Bytes; // never shared

const decodeText = (bytes: Bytes): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes); // which keeps it

/** Cursors are padded to whole blocks: their length could tell that of a value in them. */
const BLOCK = 64;

/** Fills the last block with a byte that UTF-8 does not have. */
function pad(bytes: Bytes): Bytes {
  const padding = new Uint8Array(BLOCK - (bytes.length % BLOCK)).fill(0xff);
  return joinBytes(bytes, padding);
}

function withoutPadding(bytes: Bytes): Bytes {
  const end = bytes.indexOf(0xff);
  return bytes.slice(0, end < 0 ? bytes.length : end);
}

const hash = async (text: string): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', encodeText(text)));

function joinBytes(start: Bytes, end: Bytes): Bytes {
  const bytes = new Uint8Array(start.length + end.length);
  bytes.set(start);
  bytes.set(end, start.length);
  return bytes;
}
