import { createHash } from 'node:crypto';
import { canonicalDecimal } from '../../../query/compare-values.js';
import type { JsonObject, JsonValue } from '../../../schema/field.js';
import { type Resources, resourceOf } from '../../../schema/resources.js';
import { isDecimal } from '../../../values/decimal.js';
import { own } from '../../../values/plain-object.js';
import type { Query } from '../queries/query.js';
import type { ReceivedResponse } from '../service/response.js';

/** What is compared of a response. */
export type ComparedResponse = Pick<ReceivedResponse, 'status' | 'rows' | 'row'>;

/** What `signatureOf` returns for every rejection. */
export const REJECTED = 'rejected';

/**
 * A response as text: equal texts mean that service and mock agree. Rows without an order are sorted, and members
 * that the schema does not have are left out.
 */
export function signatureOf(
  response: ComparedResponse,
  { request, resource, compares }: Query,
  schema: Resources,
): string {
  const { status, rows, row } = response;
  if (!rows && !row) return compares === 'status' ? `${REJECTED} ${status}` : REJECTED;
  if (compares === 'status') return 'accepted';
  if (!rows) return rowText(row ?? {}, resource, schema);
  const { orderBy = {} } = request.query ?? {};
  const isTotal = Object.hasOwn(orderBy, 'id');
  if (compares === 'rows') {
    const texts = rows.map((one) => rowText(one, resource, schema));
    return (isTotal ? texts : texts.sort()).join();
  }
  const ids = rows.map(({ id }) => String(id));
  if (compares === 'ids') return ids.sort().join();
  if (isTotal) return ids.join();
  const { fields } = resourceOf(schema, resource);
  const compared = (name: string, value: JsonValue = null) =>
    own(fields, name)?.kind === 'decimal' && isDecimal(value) ? canonicalDecimal(String(value)) : value;
  return JSON.stringify(rows.map((one) => Object.keys(orderBy).map((name) => compared(name, one[name]))));
}

/** By row, because the mock returns the same object for a row in most responses. */
const texts = new WeakMap<JsonObject, string>();

function rowText(row: JsonObject, resource: string, schema: Resources): string {
  const known = texts.get(row);
  if (known !== undefined) return known;
  const { fields, relations } = resourceOf(schema, resource);
  const members = Object.keys(row)
    .sort()
    .flatMap((name) => {
      const value = row[name] ?? null;
      if (own(fields, name)) return [`${name}:${canonicalJson(value)}`];
      const relation = own(relations, name);
      return relation ? [`${name}:${relatedText(value, relation.target, schema)}`] : [];
    });
  const text = createHash('sha1').update(members.join()).digest('base64'); // short: thousands of them are kept
  texts.set(row, text);
  return text;
}

function relatedText(value: JsonValue, target: string, schema: Resources): string {
  if (Array.isArray(value))
    return `[${value
      .map((one) => relatedText(one, target, schema))
      .sort()
      .join()}]`;
  return typeof value === 'object' && value !== null ? rowText(value, target, schema) : JSON.stringify(value);
}

/** JSON with sorted keys. */
function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`).join()}}`;
}
