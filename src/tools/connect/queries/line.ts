import type { FieldKind, JsonValue } from '../../../schema/field.js';
import { own } from '../../../values/plain-object.js';
import type { ServiceRequest } from '../service/live-service.js';
import type { Comparand } from './query.js';

/**
 * A query of the catalog: what it is about, what it asks, and the rule of the API specification, if
 * that is not silent. It is asked again:
 *
 * - for each field of some kinds, if it names a kind as `$date`, or some of them as `$scalar`;
 *   operands such as `$part` are made of its values (see `operands.ts`), and `$kind` is its kind;
 * - for each relation, if it names `$relation`, `$toMany` or `$toOne`, on `$related…` (see
 *   `placeholders.ts`);
 * - otherwise for each resource; a line with `raw` only for the resource with the most fields.
 *
 * Where the rows have nothing to put in place of a `$…`, it is left out.
 */
export type Line = readonly [about: string, asks: Asks, rule?: string];

/** A list query, as clients write it, or another request. */
export interface Asks extends NonNullable<ServiceRequest['query']> {
  /** Default: the list of the resource. */
  readonly path?: string;
  /** Parameters as text, by the name of a client, with all texts of a repeated one. */
  readonly raw?: { readonly [name: string]: string | readonly string[] };
  readonly authorization?: string | null;
  /** Default: `order` with an `orderBy`, `ids` with only a filter, and otherwise `rows`. */
  readonly compares?: Comparand;
}

const ordered: readonly FieldKind[] = ['string', 'uuid', 'decimal', 'number', 'integer', 'date'];
const listed: readonly FieldKind[] = [...ordered, 'enumeration'];
const scalar: readonly FieldKind[] = [...listed, 'boolean'];

/** The names of some kinds of fields. A kind is also a name of its own. */
export const kindsByName: Readonly<Record<string, readonly FieldKind[]>> = {
  any: [...scalar, 'json'],
  scalar,
  listed,
  ordered,
  numeric: ['decimal', 'number', 'integer'],
  textual: ['string', 'uuid', 'decimal'],
  ...Object.fromEntries([...scalar, 'json' as const].map((kind) => [kind, [kind]])),
};

/** What a kind is called in topics. */
export const topicOfKind = (kind: FieldKind): string => (kind === 'string' ? 'text' : kind);

/** What a line is about. */
export const aboutOf = ([about]: Line, kind: FieldKind = 'string'): string =>
  about.replace('$kind', topicOfKind(kind));

/** The kinds of fields that a line is asked for: none if it is not about single fields. */
export const kindsOf = ([, asks]: Line): readonly FieldKind[] =>
  placeholdersIn(asks).flatMap((name) => own(kindsByName, name) ?? []);

/** Whether a line compares a field with null, as only nullable ones are. */
export const isOfNull = ([, { where = {} }]: Line): boolean =>
  /^{"\$\w+":(null|{"\w+":(null|\[null))/.test(JSON.stringify(where));

/** What a placeholder stands for, in one query each. */
export type Placeholders = (name: string) => readonly JsonValue[];

export const placeholdersIn = (template: unknown): string[] =>
  [...(JSON.stringify(template) ?? '').matchAll(/\$(\w+)/g)].map(([, name = '']) => name);

/**
 * Puts values in place of the placeholders.
 *
 * @param most - How many copies are made at most, each with other values.
 * @returns None if there is no value for a placeholder.
 * @example
 * fill({ $field: { in: ['$v'] } }, (name) => (name === 'v' ? ['a', 'b'] : ['code']), 9)
 * // => [{ code: { in: ['a'] } }, { code: { in: ['b'] } }]
 */
export function fill<Template>(
  template: Template,
  placeholders: Placeholders,
  most: number,
): Template[] {
  const text = JSON.stringify(template);
  const values = new Map(placeholdersIn(template).map((name) => [name, placeholders(name)]));
  const lengths = [...values.values()].map(({ length }) => length);
  const count = lengths.includes(0) ? 0 : Math.min(most, Math.max(1, ...lengths));
  return Array.from({ length: count }, (_, index) =>
    JSON.parse(
      text.replace(/"\$(\w+)"|\$(\w+)/g, (_, whole, part) => {
        const all = values.get(whole ?? part) ?? [];
        const written = JSON.stringify(all[Math.floor((index * all.length) / count)]);
        return whole ? written : written.replace(/^"|"$/g, '');
      }),
    ),
  );
}
