/** A Markdown table with aligned cells: the first column to the left, all others to the right. */
export function table(head, rows) {
  const lines = [head, ...rows].map((cells) => cells.map(String));
  const widths = head.map((_, column) =>
    Math.max(3, ...lines.map((cells) => (cells[column] ?? '').length)),
  );
  const write = (cells) =>
    `| ${widths.map((width, column) => (column === 0 ? (cells[column] ?? '').padEnd(width) : (cells[column] ?? '').padStart(width))).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  const [first, ...rest] = lines.map(write);
  return [first, rule, ...rest].join('\n');
}

/** Joins the non-empty blocks with blank lines. */
export const blocks = (...parts) =>
  parts
    .flat()
    .filter((part) => part)
    .join('\n\n');
