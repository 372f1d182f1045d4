const WIDTH = 100;
const WIDEST_CELL = 44;

/** Formats rows as a table. Nested objects become columns with dots. */
export function formatTable(rows: readonly object[]): string {
  if (rows.length === 0) return '  (no rows)';
  const flat = rows.map((row) => new Map(flatten(row)));
  const columns = [...new Set(flat.flatMap((row) => [...row.keys()]))].map(
    (name) => ({
      name,
      width: Math.max(
        ...[name, ...flat.map((row) => row.get(name) ?? '')].map(columnsOf),
      ),
    }),
  );
  const shown = columns.filter(
    (_, index) => widthOf(columns.slice(0, index + 1)) <= WIDTH - 4,
  );
  const line = (cellOf: (name: string) => string) =>
    `  ${shown
      .map(
        ({ name, width }) =>
          cellOf(name) + ' '.repeat(width - columnsOf(cellOf(name))),
      )
      .join('  ')
      .trimEnd()}`;
  const hidden = columns.slice(shown.length).map(({ name }) => name);
  return [
    line((name) => name),
    `  ${shown.map(({ width }) => '─'.repeat(width)).join('──')}`,
    ...flat.map((row) => line((name) => row.get(name) ?? '')),
    ...(hidden.length > 0
      ? wrap(`and ${hidden.length} more columns: ${hidden.join(', ')}`)
      : []),
  ].join('\n');
}

/** The width in a terminal, where East Asian characters take two columns. */
const columnsOf = (text: string) =>
  text.length + (text.match(/[\u1100-\u115f\u2e80-\uffdc]/g)?.length ?? 0);

const widthOf = (columns: readonly { width: number }[]) =>
  columns.reduce((sum, { width }) => sum + width + 2, -2);

function flatten(value: object, prefix = ''): [string, string][] {
  return Object.entries(value).flatMap(([key, member]): [string, string][] => {
    const isRow =
      typeof member === 'object' && member !== null && 'id' in member;
    return isRow
      ? flatten(member, `${prefix}${key}.`)
      : [[prefix + key, formatCell(member)]];
  });
}

function formatCell(value: unknown): string {
  if (Array.isArray(value))
    return shorten(value.map(withoutId).map(formatObject).join(' '));
  if (typeof value === 'object' && value !== null)
    return shorten(formatObject(value));
  return shorten(String(value));
}

const withoutId = ({ id: _, ...rest }: { id: string }) => rest;

const formatMember = ([key, member]: [string, unknown]) =>
  `${key}: ${typeof member === 'string' ? member : JSON.stringify(member)}`;

const formatObject = (value: object) =>
  `{ ${Object.entries(value).map(formatMember).join(', ')} }`;

/** Shortens ids to their last digits, because the first ones do not fit. */
function shorten(text: string): string {
  if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(text)) return `…${text.slice(-6)}`;
  return text.length > WIDEST_CELL
    ? `${text.slice(0, WIDEST_CELL - 1)}…`
    : text;
}

/** Wraps a text to the width of a terminal. */
export function wrap(text: string, indent = '  '): string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest.length > WIDTH - indent.length) {
    const breaks = [
      ...rest.slice(0, WIDTH - indent.length).matchAll(/ |[,&{](?! )/g),
    ];
    const end = (breaks.at(-1)?.index ?? WIDTH - indent.length - 1) + 1;
    lines.push((indent + rest.slice(0, end)).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return [...lines, indent + rest];
}
