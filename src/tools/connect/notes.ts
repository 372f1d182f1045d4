/** What a module and a report say beside schema and dialect. */
export interface Note {
  /** The member of the dialect, the name of a resource, or the path of a field. */
  readonly topic: string;
  readonly text: string;
  /** Whether the service neither answered nor rejected the question. */
  readonly isUnknown?: true;
}

/** What is not known because of what came. */
export const unknownNote = (topic: string, outcome: string, asked = ''): Note => ({
  topic,
  text: `${asked && `${asked}: `}not determined: ${outcome}`,
  isUnknown: true,
});

/** Notes as lines, such as `accounts.tags, accounts.note: status 400`: a line for each text. */
export const describeNotes = (notes: readonly Note[]): string[] =>
  [...grouped(notes.map(({ topic, text }) => [text, topic]))].map(
    ([text, topics]) => `${topics.join(', ')}: ${text}`,
  );

/** What was asked of fields, such as `status 400 on accounts.tags, accounts.note`. */
export const describeGroups = (groups: ReadonlyMap<string, readonly string[]>): string[] =>
  [...groups].map(([text, topics]) => `${text} on ${topics.join(', ')}`);

/** The items of each key. */
export function grouped(
  pairs: Iterable<readonly [key: string, item: string]>,
): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [key, item] of pairs) groups.set(key, [...(groups.get(key) ?? []), item]);
  return groups;
}
