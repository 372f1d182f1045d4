import type { Field } from '../../schema/field.js';

/** What a module and a report say beside schema and dialect. */
export interface Note {
  /** The member of the dialect, the name of a resource, or the path of a field. */
  readonly topic: string;
  readonly text: string;
}

/** What was found out about a field, a relation, or a comparator of a kind, and how. */
export interface Claim {
  /** Of a field, as it was found. */
  readonly field?: Field;
  /** All values of a field that has few. */
  readonly values?: readonly string[];
  readonly proven: readonly string[];
  readonly doubts: readonly string[];
}

/** By path, such as `accounts.status`, or by comparator, such as `decimal gte`. */
export type Claims = ReadonlyMap<string, Claim>;

/** Notes as lines, such as `accounts.tags, accounts.note: status 400`: a line for each text. */
export const describeNotes = (notes: readonly Note[]): string[] =>
  [...grouped(notes.map(({ topic, text }) => [text, topic]))].map(
    ([text, topics]) => `${topics.join(', ')}: ${text}`,
  );

/** What was asked of fields, such as `status 400 on accounts.tags, accounts.note`. */
export const describeGroups = (groups: ReadonlyMap<string, readonly string[]>): string[] =>
  [...groups].map(([text, topics]) => `${text} on ${topics.join(', ')}`);

export function grouped<Item>(
  pairs: Iterable<readonly [key: string, item: Item]>,
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const [key, item] of pairs) groups.set(key, [...(groups.get(key) ?? []), item]);
  return groups;
}
