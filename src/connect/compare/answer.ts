import type { JsonObject, JsonValue } from '../../schema/field.js';
import { type Resources, resourceOf } from '../../schema/resources.js';
import { own } from '../../values/plain-object.js';
import type { Query } from '../queries/query.js';
import type { ServiceAnswer } from '../service/service.js';

/** What is compared of a response. */
export type Answer = Pick<ServiceAnswer, 'status' | 'rows' | 'row'>;

/** What `signatureOf` returns for every rejection. */
export const REJECTED = 'rejected';

/**
 * An answer as text: equal texts mean that service and mock agree. Rows without an order are sorted, and members
 * that the schema does not have are left out.
 */
export function signatureOf(
  answer: Answer,
  { request, resource, compares }: Query,
  schema: Resources,
): string {
  const { status, rows, row } = answer;
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
  return JSON.stringify(rows.map((one) => Object.keys(orderBy).map((name) => one[name] ?? null)));
}

/** By row, because the mock returns the same object for a row in most answers. */
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
  const text = hash(members.join());
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

/** 53 bits of a text. */
function hash(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return ((low >>> 0) * 4294967296 + (high >>> 0)).toString(36);
}
