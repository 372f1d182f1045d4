import { LONG, redact } from '../../http/redact.js';
import type { HeaderLine } from './protocol.js';

/**
 * Writes a body of the inspector as JSON without the secrets of API keys, wherever they are: in a row, in the
 * name of a key, in a message.
 *
 * Short secrets stay. They may be ordinary words such as `dev`, and replacing them would change rows and names of
 * properties. The request log has redacted requests before.
 */
export function writeJson(body: object, secrets: Iterable<string>): string {
  const forms = [...secrets]
    .filter(({ length }) => length >= LONG)
    .flatMap((secret) => [...formsOf(secret), ...formsOf(inJson(secret))]);
  return redact(JSON.stringify(body), [...new Set(forms)]);
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** How a secret is written in plain text or in a URL, and in JSON. */
const formsOf = (secret: string): Set<string> => new Set([secret, inJson(secret)]);

/** Removes secrets from the text of one request. */
export interface Redaction {
  text(text: string): string;
}

/**
 * Removes the secrets of the mock from what a request contains, and the credentials that it was sent with, which
 * may be the key of another service.
 */
export function createRedaction(issued: Iterable<string>, headers: readonly HeaderLine[]): Redaction {
  const secrets = [...issued];
  for (const [name, value] of headers) {
    if (!/^(proxy-)?authorization$/i.test(name)) continue;
    const credentials = value.split(/\s/).at(-1) ?? '';
    if (credentials.length >= LONG) secrets.push(credentials);
  }
  const forms = secrets.flatMap((secret) => [...formsOf(secret)]);
  return {
    text: (text) => redact(text, forms),
  };
}
