import { findRepeatedKey } from '../../query-string/parse-relaxed-json.js';
import type { JsonObject, JsonValue } from '../../schema/field.js';
import { describe, shorten } from '../../values/describe.js';
import { didYouMean } from '../../values/did-you-mean.js';
import { isPlainObject } from '../../values/plain-object.js';
import type { ApiKeyTable } from '../api-keys.js';
import type { StoredRow } from '../rows/table.js';
import { MAX_SIZE, type MockResponse, RejectionError } from './response.js';

/** PUT on a key: renames or revokes it (decisions 4 and 5). */
export async function putKey(request: Request, id: string, keys: ApiKeyTable): Promise<JsonObject> {
  const body = await parseBody(request);
  const before = findKey(keys, id);
  const { name = null, status = null } = keys.update(before, parsePatch(body));
  return { id, name, status };
}

/** DELETE on a key: later requests with it are rejected. */
export function deleteKey(id: string, keys: ApiKeyTable): MockResponse {
  keys.delete(findKey(keys, id));
  return { status: 204 };
}

function findKey(keys: ApiKeyTable, id: string): StoredRow {
  const key = keys.get(id);
  if (!key) throw new RejectionError(404, `No API key has the id ${describe(id)}.`);
  return key;
}

function parsePatch(body: unknown): { name: string } | { status: 'revoked' } {
  const hint = "Send { name: '…' } to rename the key, or { status: 'revoked' } to revoke it.";
  const reject = (problem: string) => new RejectionError(400, `${problem} ${hint}`);
  if (!isPlainObject(body)) throw reject(`body: expected an object, got ${describe(body)}.`);
  const members = Object.keys(body);
  const unknown = members.find((member) => member !== 'name' && member !== 'status');
  if (unknown !== undefined)
    throw reject(
      `body: \`${shorten(unknown)}\` cannot be set.${didYouMean(unknown, ['name', 'status'])}`,
    );
  if (members.length !== 1)
    throw reject(
      `body: expected either \`name\` or \`status\`, got ${members.length === 0 ? 'neither' : 'both'}.`,
    );
  const { name, status } = body;
  if (members[0] === 'name') {
    if (typeof name === 'string' && name !== '') return { name };
    throw reject(`body.name: expected text that is not empty, got ${describe(name)}.`);
  }
  if (status === 'revoked') return { status };
  throw reject(`body.status: expected "revoked", got ${describe(status)}.`);
}

/** A key that is given twice is rejected (decision 28). */
export async function parseBody(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type))
    throw new RejectionError(
      415,
      'The body must be JSON. Send the header `Content-Type: application/json`.',
    );
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > MAX_SIZE) throw new RejectionError(413, 'The body is larger than 1 MiB.');
  let text: string;
  let body: JsonValue;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    body = JSON.parse(text);
  } catch {
    throw new RejectionError(400, 'The body is not valid JSON.');
  }
  const key = findRepeatedKey(text, body);
  if (key === undefined) return body;
  throw new RejectionError(
    400,
    `body: \`${shorten(key)}\` is given more than once. Write it once.`,
  );
}
