import type { Dialect } from '../../../dialect/dialect.js';
import type { Resources } from '../../../schema/resources.js';
import { own } from '../../../values/plain-object.js';
import {
  callsIn,
  dataCode,
  FIRST_LINE,
  type Member,
  type ObjectCode,
  print,
  printPath,
  quote,
} from '../../print-code.js';
import type { ServiceComparison } from '../compare/compare-service.js';
import { schemaChanges } from '../infer/infer-schema.js';
import type { ReadSchema } from '../infer/read-schema.js';
import type { Note } from '../sample/mock-data.js';
import { topicCounts } from './write-report.js';

interface ModuleContent
  extends Pick<ReadSchema, 'schema' | 'comments' | 'undeclared' | 'removed' | 'unread'> {
  readonly base: Resources;
  readonly dialect: Dialect;
  /** The command with its options, without the name of the program. */
  readonly command: string;
  /** The module as other modules import it, such as `./payments.js`. */
  readonly specifier: string;
  readonly baseUrl: string;
  /** Differences that no setting describes, each as its topic and details. */
  readonly knownDifferences: readonly string[];
  /** How many random queries had another response, and what they are about. */
  readonly agreement?: ServiceComparison['agreement'] | undefined;
}

export function writeModule(content: ModuleContent): string {
  const { base, schema, comments, dialect, command, undeclared, removed, unread } = content;
  const { specifier, baseUrl, knownDifferences, agreement } = content;
  const extension = extensionCode(base, schema, comments);
  const isUnchanged = extension.members.length === 0;
  const calls = isUnchanged ? [] : ['extendSchema', ...callsIn(extension)];
  const names = [...new Set(['Dialect', 'paymentsSchema', ...calls])].sort((left, right) =>
    left.localeCompare(right, 'en'),
  );
  const start = 'export const dialect = ';
  const end = ' as const satisfies Dialect;';
  const known = 'export const knownDifferences = ';
  return [
    FIRST_LINE,
    `//   npx payments-data-client ${command}`,
    '//',
    `//   createClient({ baseUrl: ${quote(baseUrl)}, apiKey, schema, dialect });`,
    `//   createMock({ schema, dialect }); // both from ${quote(specifier)}`,
    printImport(names.map((name) => (name === 'Dialect' ? 'type Dialect' : name))),
    '',
    ...printNotes(
      'Not declared: the client returns these without a type, and the mock does not have them.',
      undeclared,
    ),
    ...printNotes('Removed from the schema: the service does not return these.', removed),
    ...printNotes('Not read.', unread),
    isUnchanged
      ? '/** What the service returns. */\nexport const schema = paymentsSchema;'
      : `/** \`paymentsSchema\` with what the service returns. */\nexport const schema = ${print({ call: 'extendSchema', args: ['paymentsSchema', extension] }, 0)};`,
    '',
    '/** How the service behaves where that differs from the default. */',
    `${start}${print(dataCode(dialect), start.length + end.length)}${end}`,
    '',
    '/** Where the service differs from a mock with this module. `connect --check` reports only what is new. */',
    ...(agreement && agreement.same < agreement.of
      ? [
          `// Of ${agreement.of} random queries, ${agreement.of - agreement.same} had another response: ${topicCounts(agreement)}.`,
        ]
      : []),
    `${known}${print(dataCode(knownDifferences), known.length + 10)} as const;`,
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

/**
 * The argument of `extendSchema` that makes a schema of another one.
 *
 * @param comments - By path, such as `accounts.tags`.
 */
function extensionCode(
  base: Resources,
  schema: Resources,
  comments: ReadonlyMap<string, string>,
): ObjectCode {
  const changes = schemaChanges(base, schema, 'all');
  const members = Object.entries(schema).flatMap(([resource, { path, operations }]): Member[] => {
    const groups = ['fields', 'relations'].flatMap((group): Member[] => {
      const members = changes
        .filter((change) => change.resource === resource && change.group === group)
        .map(({ name, after = 'null' }) => ({
          key: name,
          value: after,
          comment: comments.get(`${resource}.${name}`),
        }));
      return members.length === 0 ? [] : [{ key: group, value: { members, isBlock: true } }];
    });
    const isMoved = path !== undefined && path !== own(base, resource)?.path;
    const moved: Member[] = [
      { key: 'path', value: quote(path ?? '') },
      { key: 'operations', value: `[${operations.map(quote).join(', ')}]` },
    ];
    const members = [...(isMoved ? moved : []), ...groups];
    return members.length === 0 ? [] : [{ key: resource, value: { members, isBlock: true } }];
  });
  return { members, isBlock: true };
}
