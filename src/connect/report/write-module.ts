import type { Dialect } from '../../dialect/dialect.js';
import type { Resources } from '../../schema/resources.js';
import { callsIn, dataCode, print, printPath, quote } from '../../values/print-code.js';
import type { ReadSchema } from '../infer/read-schema.js';
import type { Note } from '../sample/fit-rows.js';
import { extensionCode } from './print-schema.js';

/** The first line of each written file. A file that begins differently is not overwritten. */
export const FIRST_LINE =
  '// Written by `payments-data-client connect`, which overwrites this file. Extend the schema in another file.';

/** The beginning of the line with the command that wrote the file. */
export const COMMAND_LINE = '//   npx payments-data-client ';

/** What a module says. */
interface ModuleContent
  extends Pick<ReadSchema, 'schema' | 'comments' | 'undeclared' | 'removed' | 'unread'> {
  readonly base: Resources;
  readonly dialect: Dialect;
  /** The command with its options, without the name of the program. */
  readonly command: string;
  /** The module as other modules import it, such as `./payments.js`. */
  readonly specifier: string;
  readonly baseUrl: string;
}

/** Writes a TypeScript module that exports the schema and the dialect of a service. */
export function writeModule(content: ModuleContent): string {
  const { base, schema, comments, dialect, command, undeclared, removed, unread, specifier, baseUrl } =
    content;
  const extension = extensionCode(base, schema, comments);
  const isSame = extension.members.length === 0;
  const calls = isSame ? [] : ['extendSchema', ...callsIn(extension)];
  const names = [...new Set(['Dialect', 'paymentsSchema', ...calls])].sort((left, right) =>
    left.localeCompare(right, 'en'),
  );
  const start = 'export const dialect = ';
  const end = ' as const satisfies Dialect;';
  return [
    FIRST_LINE,
    `${COMMAND_LINE}${command}`,
    '//',
    `//   createClient({ baseUrl: ${quote(baseUrl)}, apiKey, schema, dialect });`,
    `//   createMock({ schema, dialect }); // both from ${quote(specifier)}`,
    printImport(names.map((name) => (name === 'Dialect' ? 'type Dialect' : name))),
    '',
    ...printNotes(
      'Not declared: the client returns these without a type, and the mock does not have them.',
      undeclared,
    ),
    ...printNotes('Removed from paymentsSchema: the service does not return these.', removed),
    ...printNotes('Not read.', unread),
    isSame
      ? '/** What the service returns. */\nexport const schema = paymentsSchema;'
      : `/** \`paymentsSchema\` with what the service returns. */\nexport const schema = ${print({ call: 'extendSchema', args: ['paymentsSchema', extension] }, 0)};`,
    '',
    '/** How the service behaves where that differs from the default. */',
    `${start}${print(dataCode(dialect), start.length + end.length)}${end}`,
    '',
  ].join('\n');
}

function printImport(names: readonly string[]): string {
  const end = `from ${quote('payments-data-client')};`;
  const line = `import { ${names.join(', ')} } ${end}`;
  if (line.length <= 110) return line;
  return ['import {', ...names.map((name) => `  ${name},`), `} ${end}`].join('\n');
}

function printNotes(heading: string, notes: readonly Note[]): string[] {
  if (notes.length === 0) return [];
  return [`// ${heading}`, ...notes.map((note) => `// - ${printNote(note)}`), ''];
}

/** A note on one line, such as `accounts.tags: array of strings (12 of 12 rows)`. */
export const printNote = ({ path, text }: Note): string => `${printPath(path)}: ${text}`;
