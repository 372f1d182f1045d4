import type { Dialect } from '../dialect/dialect.js';
import type { Resources } from '../schema/resources.js';
import { isIdentifier } from '../values/member-path.js';
import { isPlainObject } from '../values/plain-object.js';
import type { InferredSchema, Note } from './infer-schema.js';
import { printExtension, printKey, quote } from './print-schema.js';

/** The first line of each written file. A file that begins differently is not overwritten. */
export const FIRST_LINE =
  '// Written by `payments-data-client connect`, which overwrites this file. Extend the schema in another file.';

/** The beginning of the line with the command that wrote the file. */
export const COMMAND_LINE = '//   npx payments-data-client ';

/** What a module says. */
interface ModuleContent extends Pick<InferredSchema, 'schema' | 'comments' | 'undeclared' | 'removed'> {
  readonly base: Resources;
  readonly dialect: Dialect;
  /** The command with its options, without the name of the program. */
  readonly command: string;
  /** Resources that could not be read. */
  readonly unread: readonly Note[];
  /** The module as other modules import it, such as `./payments.js`. */
  readonly specifier: string;
  readonly baseUrl: string;
}

/** Writes a TypeScript module that exports the schema and the dialect of a service. */
export function writeModule(content: ModuleContent): string {
  const { base, schema, comments, dialect, command, undeclared, removed, unread, specifier, baseUrl } =
    content;
  const { code, imports } = printExtension(base, schema, comments);
  const isSame = code === '{}';
  const names = [
    'type Dialect',
    ...(isSame ? [] : [...imports, 'extendSchema']).sort(),
    'paymentsSchema',
  ].sort((left, right) => compare(left.replace('type ', ''), right.replace('type ', '')));
  const dialectCode = printData(dialect, 0, 'export const dialect =  as const satisfies Dialect;'.length);
  return [
    FIRST_LINE,
    `${COMMAND_LINE}${command}`,
    '//',
    `//   createClient({ baseUrl: ${quote(baseUrl)}, apiKey, schema, dialect });`,
    `//   createMock({ schema, dialect }); // both from ${quote(specifier)}`,
    printImport(names),
    '',
    ...printNotes(
      'Not declared: the client returns these without a type, and the mock does not have them.',
      undeclared,
    ),
    ...printNotes('Removed from paymentsSchema: the service does not return these.', removed),
    ...printNotes('Not read.', unread),
    isSame
      ? '/** What the service returns. */\nexport const schema = paymentsSchema;'
      : `/** \`paymentsSchema\` with what the service returns. */\nexport const schema = extendSchema(paymentsSchema, ${code});`,
    '',
    '/** How the service behaves where that differs from the default. */',
    `export const dialect = ${dialectCode} as const satisfies Dialect;`,
    '',
  ].join('\n');
}

const compare = (left: string, right: string): number =>
  left.toLowerCase() < right.toLowerCase() ? -1 : Number(left.toLowerCase() > right.toLowerCase());

function printImport(names: readonly string[]): string {
  const end = `from ${quote('payments-data-client')};`;
  const line = `import { ${names.join(', ')} } ${end}`;
  if (line.length <= 110) return line;
  return ['import {', ...names.map((name) => `  ${name},`), `} ${end}`].join('\n');
}

/** Data as code: on one line if it fits. */
function printData(value: unknown, indent: number, used: number): string {
  if (!isPlainObject(value)) return typeof value === 'string' ? quote(value) : String(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (members.length === 0) return '{}';
  const flat = (data: unknown): string =>
    isPlainObject(data)
      ? `{ ${Object.entries(data)
          .map(([key, member]) => `${printKey(key)}: ${flat(member)}`)
          .join(', ')} }`
      : printData(data, 0, 0);
  const line = flat(Object.fromEntries(members));
  if (used + line.length <= 110) return line;
  const spaces = ' '.repeat(indent + 2);
  const lines = members.map(([key, member]) => {
    const start = `${spaces}${printKey(key)}: `;
    return `${start}${printData(member, indent + 2, start.length + 1)},\n`;
  });
  return `{\n${lines.join('')}${' '.repeat(indent)}}`;
}

function printNotes(heading: string, notes: readonly Note[]): string[] {
  if (notes.length === 0) return [];
  return [`// ${heading}`, ...notes.map((note) => `// - ${printNote(note)}`), ''];
}

/** A note on one line, such as `accounts.tags: array of strings (12 of 12 rows)`. */
export const printNote = ({ path, text }: Note): string => `${printPath(path)}: ${text}`;

/** The path of a member. A name that is no identifier is quoted, so that it cannot end a comment or a line. */
export const printPath = (path: readonly string[]): string =>
  path.map((name) => (isIdentifier(name) ? name : quote(name))).join('.');
