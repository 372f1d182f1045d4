import type { JsonObject } from '../../schema/field.js';
import { describe } from '../../values/describe.js';
import { didYouMean } from '../../values/did-you-mean.js';
import { isPlainObject } from '../../values/plain-object.js';
import type { ApiKeyTable } from '../api-keys.js';
import type { StoredRow } from '../rows/table.js';
import { readBody } from './parse-body.js';
import { type Answer, Refusal } from './response.js';

/** PUT on a key: renames or revokes it (decisions 4 and 5). */
export async function putKey(
  request: Request,
  id: string,
  keys: ApiKeyTable,
  wrap: (key: JsonObject) => unknown,
): Promise<Answer> {
  const body = await readBody(request);
  const before = find(keys, id);
  const { name = null, status = null } = keys.update(before, readPatch(body));
  return { status: 200, body: wrap({ id, name, status }) };
}

/** DELETE on a key: its next request is refused. */
export function deleteKey(id: string, keys: ApiKeyTable): Answer {
  keys.delete(find(keys, id));
  return { status: 204 };
}

function find(keys: ApiKeyTable, id: string): StoredRow {
  const key = keys.get(id);
  if (!key) throw new Refusal(404, `No API key has the id ${JSON.stringify(id.slice(0, 64))}.`);
  return key;
}

function readPatch(body: unknown): { name: string } | { status: 'revoked' } {
  const cure = "Send { name: '…' } to rename the key, or { status: 'revoked' } to revoke it.";
  if (!isPlainObject(body))
    throw new Refusal(400, `body: expected an object, not ${describe(body)}. ${cure}`);
  const members = Object.keys(body);
  const unknown = members.find((member) => member !== 'name' && member !== 'status');
  if (unknown !== undefined) {
    const shown = unknown.slice(0, 64);
    throw new Refusal(
      400,
      `body: \`${shown}\` cannot be set.${didYouMean(shown, ['name', 'status'])} ${cure}`,
    );
  }
  if (members.length !== 1)
    throw new Refusal(400, `body: expected one member, not ${members.length}. ${cure}`);
  const { name, status } = body;
  if (members[0] === 'name') {
    if (typeof name === 'string' && name !== '') return { name };
    throw new Refusal(400, `body.name: expected text that is not empty, not ${describe(name)}.`);
  }
  if (status === 'revoked') return { status };
  throw new Refusal(
    400,
    `body.status: expected "revoked", not ${describe(status)}. Nothing else can be set.`,
  );
}
