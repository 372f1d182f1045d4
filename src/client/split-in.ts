import { QueryError } from '../errors.js';
import { sentLength } from '../http/service-url.js';
import { encodeQueryValue, writeValue } from '../query/relaxed-json.js';
import type { FieldKind, JsonObject, JsonValue } from '../schema/field.js';
import { traits } from '../schema/kinds.js';
import { isPlainObject } from '../values/plain-object.js';
import type { Endpoint } from './endpoint.js';

/**
 * Splits the longest `in` of a filter, so that each part fits a URL. Spellings of one value stay
 * together, so that no row is in two parts.
 *
 * @param lengthOf - The bytes of the URL with a filter.
 * @throws QueryError if the filter cannot be split, or if a part does not fit.
 */
export function splitIn(
  where: JsonObject,
  { fields, dialect }: Endpoint,
  lengthOf: (where: JsonObject) => number,
): JsonObject[] {
  const limit = dialect.maxUrlLength;
  const problem =
    `the URL of a page would have ${lengthOf(where)} bytes, ` +
    `more than \`dialect.maxUrlLength\` (${limit}).`;
  const [longIn] = findIns(where, fields).sort(([a], [b]) => `${b}`.length - `${a}`.length);
  if (!longIn) throw new QueryError('where', problem);
  const [values, path, kind, replace] = longIn;
  const sizes = values.map((value) => sentLength(`${encodeQueryValue(writeValue(value))},`));
  const most = Math.floor((limit - lengthOf(replace([]))) / sizes.reduce((a, b) => Math.max(a, b)));
  if (most < 1 || !traits[kind].isId) {
    const fitting = most < 1 ? 'none' : `about ${most}`;
    const advice =
      `Of ${values.length} values, ${fitting} fit. Only an \`in\` of UUIDs or integers is split. ` +
      'Call all() with parts of it, and merge the rows by `id`.';
    throw new QueryError(path, `${problem} ${advice}`, values);
  }
  const parts: JsonValue[][] = [];
  for (const spellings of groupSpellings(values)) {
    const part = parts.at(-1);
    if (part && part.length + spellings.length <= most) part.push(...spellings);
    else parts.push(spellings);
  }
  return parts.map(replace);
}

/** Values, where they are, their kind, and the filter as a whole with other values there. */
type LongIn = [JsonValue[], path: string, FieldKind, replace: (values: JsonValue[]) => JsonObject];

/** The lists directly in a filter and in the members of its AND. The filter was checked. */
function findIns(
  filter: JsonObject,
  fields: Endpoint['fields'],
  path = 'where',
  replace = (changed: JsonObject): JsonObject => changed,
): LongIn[] {
  return Object.entries(filter).flatMap(([name, member]): LongIn[] => {
    const put = (value: JsonValue) => replace({ ...filter, [name]: value });
    if (name === 'AND' && Array.isArray(member))
      return member.flatMap((inner, index) =>
        findIns(inner as JsonObject, fields, `${path}.AND[${index}]`, (changed) =>
          put(member.with(index, changed)),
        ),
      );
    const kind = fields[name]?.kind;
    if (!kind || !isPlainObject(member) || !Array.isArray(member.in)) return [];
    const replaceIn = (values: JsonValue[]) => put({ ...(member as JsonObject), in: values });
    return [[member.in, `${path}.${name}.in`, kind, replaceIn]];
  });
}

/** The values in order, once each; those that differ only in letter case are together. */
function groupSpellings(values: readonly JsonValue[]): JsonValue[][] {
  const groups = new Map<string, JsonValue[]>();
  for (const value of new Set(values)) {
    const key = `${value}`.toLowerCase();
    groups.set(key, [...(groups.get(key) ?? []), value]);
  }
  return [...groups].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, group]) => group);
}
