import type { Dialect, EnvelopePaths } from '../../dialect.js';
import { isPlainObject, withoutUndefined } from '../../values/plain-object.js';
import { isRow } from './service.js';

interface BodyMember {
  /** Such as `meta.next`. */
  readonly path: string;
  readonly name: string;
  readonly value: unknown;
}

/** Rows, pages and cursors are at most this deep in a body. */
const DEEPEST = 3;

/** Each member of a body, the outer ones first, but none of arrays, and none with a dot. */
function membersOf(body: unknown, path: readonly string[] = []): BodyMember[] {
  if (!isPlainObject(body) || path.length === DEEPEST) return [];
  const members = Object.entries(body).filter(([name]) => name !== '' && !name.includes('.'));
  return [
    ...members.map(([name, value]) => ({ path: [...path, name].join('.'), name, value })),
    ...members.flatMap(([name, value]) => membersOf(value, [...path, name])),
  ];
}

/**
 * Where the bodies of lists have their rows: the path that has rows in most of them. `undefined` if
 * a body is the rows itself, `null` if none shows it.
 */
export function findRows(bodies: readonly unknown[]): string | null | undefined {
  if (bodies.some(Array.isArray)) return undefined;
  const counts = new Map<string, number>();
  for (const { path, value } of bodies.flatMap((body) => membersOf(body)))
    if (Array.isArray(value) && value.every(isRow))
      counts.set(path, (counts.get(path) ?? 0) + (value.length > 0 ? 1 + bodies.length : 1));
  const [best] = [...counts].sort(([, left], [, right]) => right - left);
  return best ? best[0] : null;
}

/** The member with the numbers of a page, such as `meta`; `undefined` for the default. */
export function findPagination(body: unknown): string | undefined {
  const found = membersOf(body).find(
    ({ value }) =>
      isPlainObject(value) && Object.values(value).some((member) => typeof member === 'number'),
  );
  return found?.path === 'pagination' ? undefined : found?.path;
}

/** The members that may be the cursor of the next page. A cursor that is a URL is not supported. */
export const cursorsIn = (body: unknown): (BodyMember & { readonly value: string })[] =>
  membersOf(body).flatMap(({ value, ...member }) =>
    typeof value === 'string' &&
    /cursor|next|token|after|continu/i.test(member.name) &&
    /^(?!https?:|\/|\?)./.test(value)
      ? [{ ...member, value }]
      : [],
  );

/** The member `envelope` of a dialect, as short as possible. */
export function envelopeOf({ rows, ...page }: EnvelopePaths): Dialect['envelope'] {
  const written = rows === 'result' ? undefined : rows;
  const isRowsOnly = page.pagination === undefined && page.cursor === undefined;
  return isRowsOnly ? written : withoutUndefined({ rows: written, ...page });
}
