import type { Dialect, EnvelopePaths } from '../../dialect.js';
import { isPlainObject } from '../../values/plain-object.js';
import { isRow } from './service.js';

type Path = readonly string[];

/** Rows, pages and cursors are at most this deep in a body. */
const DEEPEST = 3;

/** Each member of a body with its path, the outer ones first. Rows are not entered. */
function membersOf(body: unknown, path: Path = []): [path: Path, value: unknown][] {
  if (!isPlainObject(body) || path.length === DEEPEST) return [];
  const members = Object.entries(body).map(([name, value]): [Path, unknown] => [
    [...path, name],
    value,
  ]);
  return [...members, ...members.flatMap(([inner, value]) => membersOf(value, inner))];
}

/** A name with a dot would be read as a path. */
const isUsable = (path: Path): boolean => path.every((name) => name !== '' && !name.includes('.'));

/**
 * Where the bodies of lists have their rows: the path that has rows in most of them. `undefined` if
 * a body is the rows itself, `null` if none shows it.
 */
export function findRows(bodies: readonly unknown[]): string | null | undefined {
  const counts = new Map<string, number>();
  for (const body of bodies) {
    if (Array.isArray(body)) return undefined;
    for (const [path, value] of membersOf(body))
      if (Array.isArray(value) && value.every(isRow) && isUsable(path)) {
        const name = path.join('.');
        counts.set(name, (counts.get(name) ?? 0) + (value.length > 0 ? bodies.length + 1 : 1));
      }
  }
  const [best] = [...counts].sort(([, left], [, right]) => right - left);
  return best ? best[0] : null;
}

/** The member with the numbers of a page, such as `meta`; `undefined` for the default. */
export function findPagination(body: unknown, rows: string): string | undefined {
  const parents = [[], rows.split('.').slice(0, -1)].map((path) => path.join('.'));
  const found = membersOf(body).find(
    ([path, value]) =>
      isPlainObject(value) &&
      parents.includes(path.slice(0, -1).join('.')) &&
      isUsable(path) &&
      Object.values(value).some((member) => typeof member === 'number'),
  );
  const name = found?.[0].join('.');
  return name === 'pagination' ? undefined : name;
}

/** The members of a body that may be the cursor of the next page, with their paths. */
export const cursorsIn = (body: unknown): [path: string, cursor: string][] =>
  membersOf(body).flatMap(([path, value]) =>
    /cursor|next|token|after|continu/i.test(path.at(-1) ?? '') &&
    typeof value === 'string' &&
    /^(?!https?:|\/|\?)./.test(value) && // a cursor that is a URL is not supported
    isUsable(path)
      ? [[path.join('.'), value]]
      : [],
  );

/** Names beside the rows of a body, such as those of `pagination`, and parameters of links to other pages. */
export function namesIn(body: unknown): Set<string> {
  const names = new Set<string>();
  for (const [path, value] of membersOf(body)) {
    if (typeof value === 'number') names.add(path.at(-1) ?? '');
    if (typeof value === 'string')
      for (const [, name = ''] of value.matchAll(/[?&]([\w$.[\]-]{1,40})=/g)) names.add(name);
  }
  return names;
}

/** The member `envelope` of a dialect, as short as possible. */
export function envelopeOf({ rows, pagination, cursor }: EnvelopePaths): Dialect['envelope'] {
  if (pagination === undefined && cursor === undefined) return rows === 'result' ? undefined : rows;
  return {
    ...(rows !== 'result' && rows !== undefined && { rows }),
    ...(pagination !== undefined && { pagination }),
    ...(cursor !== undefined && { cursor }),
  };
}
