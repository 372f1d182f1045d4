import type { RequestDialect } from '../../../dialect/request-dialect.js';
import type { JsonObject, JsonValue } from '../../../schema/field.js';
import { isPlainObject } from '../../../values/plain-object.js';
import type { ServiceRequest } from '../service/live-service.js';
import { usesIn } from './filter-drafts.js';
import { type ComparedResource, type ComparedRows, type Draft, within } from './query.js';
import type { RequestTemplate } from './request-templates.js';

/** What the placeholders of a template stand for. */
export type Placeholders = { readonly [name: string]: JsonValue | undefined };

/** Why a template is left out: the rows have no value for a placeholder. */
class MissingPart extends Error {}

/** `undefined` if the rows lack a value for a placeholder, or the service a parameter. */
export function fillTemplate(
  { about, compares, rule, where, include, orderBy, page, raw, path, authorization }: RequestTemplate,
  of: ComparedResource,
  parts: Placeholders,
  rows: ComparedRows,
  { parameters }: RequestDialect,
): Draft | undefined {
  const names: { readonly [name: string]: string | null } = {
    no_such_parameter: 'no_such_parameter',
    ...parameters,
  };
  try {
    const text = (given: string) => String(fill(given, parts));
    // A request for one row needs no restriction to the rows that are compared.
    const isRestricted = !raw || Object.keys(raw).length === 0 || 'where' in raw;
    const texts = Object.entries(raw && !isRestricted ? { where: "id:'$id'", ...raw } : (raw ?? {}));
    if (texts.some(([name]) => names[name] === null)) return undefined;
    const filter = where && (fill(where, parts) as JsonObject); // objects remain objects
    const isOfIds =
      typeof filter?.id === 'string' || Array.isArray((filter?.id as JsonObject | undefined)?.in);
    const request: ServiceRequest = {
      path: text(path ?? of.path),
      ...((where || include !== undefined || orderBy) && {
        query: {
          ...(filter && { where: isOfIds ? filter : within(of, filter) }),
          ...(include !== undefined && { include: fill(include, parts) as JsonObject }),
          ...(orderBy && { orderBy: fill(orderBy, parts) as { [field: string]: 'asc' | 'desc' } }),
          ...(page && (fill(page, parts) as object)),
        },
      }),
      ...(raw && {
        raw: texts.flatMap(([name, given]) =>
          [given].flat().map((one) => [names[name] ?? '', text(one)] as const),
        ),
      }),
      ...(authorization !== undefined && { authorization }),
    };
    const shown = request.query?.include;
    const uses = [filter, shown && whereIn(shown)].flatMap((one) => (one ? usesIn(rows, of.name, one) : []));
    const obeyed = rule === undefined ? undefined : text(rule) || undefined;
    return { about: text(about), rule: obeyed, resource: of.name, request, compares, uses };
  } catch (error) {
    if (error instanceof MissingPart) return undefined;
    throw error;
  }
}

/** The filters of an include, as those of a `where`. */
const whereIn = (include: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(include).flatMap(([relation, one]) =>
      isPlainObject(one) && isPlainObject(one.where) ? [[relation, { where: one.where as JsonObject }]] : [],
    ),
  );

/** Replaces the placeholders of a template. */
function fill(template: JsonValue, parts: Placeholders): JsonValue {
  const partOf = (name: string): JsonValue => {
    const part = parts[name];
    if (part === undefined) throw new MissingPart();
    return part;
  };
  if (typeof template === 'string') {
    const [, whole] = /^\$(\w+)$/.exec(template) ?? [];
    if (whole !== undefined) return partOf(whole);
    return template.replace(/\$(\w+)/g, (_, name: string) => String(partOf(name)));
  }
  if (Array.isArray(template)) return template.map((one) => fill(one, parts));
  if (!isPlainObject(template)) return template;
  const members = Object.entries(template as JsonObject).flatMap(([key, value]) => {
    const filled = fill(value, parts);
    // Members of filters, which are objects.
    if (key === '...') return (filled as JsonObject[]).flatMap((one) => Object.entries(one));
    return [[String(fill(key, parts)), filled] as const];
  });
  return Object.fromEntries(members);
}
