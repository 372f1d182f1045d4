import type { SelectionNode, Validator } from '../query/include.js';
import { type Resources, resourceOf } from '../schema/lookup.js';
import type { Row } from './endpoint.js';

/** The validator of a client that has no other: it finds decimals that are JSON numbers. */
export const checkDecimals: Validator = ({ data, schema, selection, many }) => {
  const rows = (many ? data : [data]) as Row[]; // which was checked before
  const path = findNumber(() => rows, selection, schema);
  return path === undefined ? [] : [{ path, message: LOST_DIGITS }];
};

const LOST_DIGITS =
  'expected a decimal string, got a JSON number, which may lose digits ' +
  '(declare it as number(), or pass a `validator`)';

/** The path of a decimal field whose value is a number. Each is looked at once in each row. */
function findNumber(
  rows: () => readonly (Row | null)[],
  { resource, fields, relations }: SelectionNode,
  schema: Resources,
): string | undefined {
  const declared = resourceOf(schema, resource).fields;
  const hasNumber = (name: string) => rows().some((row) => typeof row?.[name] === 'number');
  const found = fields.find((name) => declared[name]?.kind === 'decimal' && hasNumber(name));
  if (found !== undefined) return found;
  for (const { name, selection } of relations) {
    const related = () => rows().flatMap((row) => row?.[name] as Row | null); // flattens arrays
    const path = findNumber(related, selection, schema);
    if (path !== undefined) return `${name}.${path}`;
  }
  return undefined;
}
