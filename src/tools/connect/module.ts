import type { Dialect } from '../../dialect.js';
import type { Field } from '../../schema/field.js';
import type { Resources } from '../../schema/lookup.js';
import type { Relation } from '../../schema/relation.js';
import { own } from '../../values/plain-object.js';
import {
  type Code,
  callsIn,
  dataCode,
  escapeUnsafe,
  FIRST_LINE,
  flat,
  type Member,
  type ObjectCode,
  prettierStyle,
  print,
  quote,
} from '../print-code.js';
import { type Connected, type ConnectedModule, fingerprintOf } from './connect.js';
import { meaningMembers } from './members.js';
import { describeGroups, describeNotes, grouped, type Note } from './notes.js';
import { idFirst } from './schema.js';

interface ModuleContent extends Connected {
  readonly base: Resources;
  readonly baseUrl: string;
  /** The command with its options, without the name of the program. */
  readonly command: string;
  /** The module as other modules import it, such as `./payments.js`. */
  readonly specifier: string;
}

const { width, mark } = prettierStyle;

const EXTENDED = '/** `paymentsSchema` with what the service returns. */';
const WORKSPACE = '// Workspace: ';
const PROVEN = '// Proven: ';

export function writeModule(content: ModuleContent): string {
  const { base, schema, undeclared, removed, lists, doubts, command, baseUrl, specifier } = content;
  const extension = extensionCode(base, schema, commentsOf(content));
  const extended = { call: 'extendSchema', args: ['paymentsSchema', extension] };
  const isUnchanged = extension.members.length === 0;
  const calls = isUnchanged ? [] : ['extendSchema', ...callsIn(extension)];
  const names = [...new Set(['Dialect', 'paymentsSchema', ...calls])].sort((left, right) =>
    sortKey(left) < sortKey(right) ? -1 : 1,
  );
  return [
    FIRST_LINE,
    `//   npx payments-data-client ${command}`,
    '//',
    `//   createClient({ baseUrl: ${quote(baseUrl, mark)}, apiKey, schema, dialect });`,
    `//   createMock({ schema, dialect }); // both from ${quote(specifier, mark)}`,
    '//',
    `${WORKSPACE}${fingerprintOf(lists).join(' ')}`,
    ...provenLines(content).map((line) => PROVEN + escaped(line)),
    printImport(names.map((name) => (name === 'Dialect' ? 'type Dialect' : name))),
    '',
    ...printNotes('Not proven: what was asked or read, and what came.', doubts),
    ...printNotes(
      'Not declared: the client returns these without a type, and the mock does not have them.',
      undeclared,
    ),
    ...printNotes('Removed from the schema: the service does not return these.', removed),
    isUnchanged
      ? '/** What the service returns. */\nexport const schema = paymentsSchema;'
      : `${EXTENDED}\nexport const schema = ${print(extended, 0, prettierStyle)};`,
    '',
    ...printDialect(content),
  ].join('\n');
}

/** Reads what {@link writeModule} wrote before the schema. */
export function readHeader(text: string): Pick<ConnectedModule, 'proven' | 'workspace'> {
  const lines = text.split(/\r?\n/);
  const wordsAfter = (start: string) =>
    lines
      .filter((line) => line.startsWith(start))
      .map((line) => line.slice(start.length).split(' '));
  const proven = wordsAfter(PROVEN).flatMap(([kind, ...names]) =>
    names.map((name) => (kind === 'relation' ? name : `${kind} ${name}`)),
  );
  return { workspace: wordsAfter(WORKSPACE).flat(), proven };
}

/** Such as `decimal eq neq in`: comparators that found what they must, and nothing else. */
function provenLines({ claims, relations }: Connected): string[] {
  const topics = [...claims].flatMap(([topic, { proven }]) => (proven.length > 0 ? [topic] : []));
  const comparators = topics.filter((topic) => /^\w+ \w+$/.test(topic)); // no path of a field
  const filters = relations.filter(({ topic }) => topics.includes(topic) && /^[\w.]+$/.test(topic));
  const words = [...comparators, ...filters.map(({ topic }) => `relation ${topic}`)];
  const lines = grouped(words.map((text) => [text.replace(/ .*/, ''), text.replace(/.* /, '')]));
  return [...lines].map(([kind, names]) => `${kind} ${names.join(' ')}`);
}

const commentsOf = ({ seen, claims }: Connected): Map<string, string> =>
  new Map(
    [...seen].map(([topic, text]) => {
      const { proven = [] } = claims.get(topic) ?? {};
      return [topic, `${text}.${proven.length > 0 ? ` Proven: ${proven.join(', ')}.` : ''}`];
    }),
  );

const formComments: { readonly [Name in keyof Dialect as string]?: string } = {
  envelope: 'Seen: where each list has its rows.',
  parameters: 'Proven: each name by its effect on rows that were known; null if no name had it.',
  orderFormat: 'Proven by an order in both directions.',
  pageSize: 'Seen twice, while there were more rows.',
  maxUrlLength: 'Proven: a longer URL was rejected.',
};

const NOTHING_ASKED = 'no field has the values to ask about it, or no request was answered';

function printDialect({ dialect, meaning }: Connected): string[] {
  const said = (member: string) => describeGroups(meaning.said.get(member) ?? new Map()).join('; ');
  const members = (dataCode(dialect) as ObjectCode).members.map((member) => ({
    ...member,
    comment: formComments[member.key] ?? escaped(`Proven: ${said(member.key)}.`),
  }));
  const open = meaningMembers
    .filter((name) => dialect[name] === undefined)
    .map((topic) => ({ topic, text: said(topic) || NOTHING_ASKED }));
  const code = print({ members, isBlock: members.length > 0 }, 0, prettierStyle);
  return [
    ...printNotes('Not determined, because too few fields answer, or not all of them alike.', open),
    '/** How the service is spoken to. A member that is left out has its default. */',
    `export const dialect = ${code} as const satisfies Dialect;`,
    '',
  ];
}

/** As formatters sort: `D` between `b` and `d`. */
const sortKey = (name: string): string =>
  name.replace(/./g, (letter) => `${letter.toLowerCase()}${letter < 'a' ? 0 : 1}`);

function printImport(names: readonly string[]): string {
  const end = `from ${quote('payments-data-client', mark)};`;
  const line = `import { ${names.join(', ')} } ${end}`;
  return line.length <= width
    ? line
    : `import {\n${names.map((name) => `  ${name},\n`).join('')}} ${end}`;
}

const escaped = (text: string): string => escapeUnsafe(text).replaceAll('*/', '*\\/');

function printNotes(heading: string, notes: readonly Note[]): string[] {
  if (notes.length === 0) return [];
  return [`// ${heading}`, ...describeNotes(notes).map((line) => `// - ${escaped(line)}`), ''];
}

/** The argument of `extendSchema` that makes a schema of another one. */
function extensionCode(
  base: Resources,
  schema: Resources,
  comments: ReadonlyMap<string, string>,
): ObjectCode {
  const block = (key: string, members: readonly Member[]): Member[] =>
    members.length === 0 ? [] : [{ key, value: { members, isBlock: true } }];
  const members = Object.entries(schema).flatMap(([name, { path, operations, ...now }]) => {
    const before = own(base, name);
    const changes = <Item>(
      old: { readonly [key: string]: Item } = {},
      items: { readonly [key: string]: Item },
      codeOf: (item: Item) => Code,
    ): Member[] =>
      Object.keys({ ...old, ...items })
        .sort(idFirst)
        .flatMap((key) => {
          const [was, is] = [own(old, key), own(items, key)].map((item) => item && codeOf(item));
          const comment = comments.get(`${name}.${key}`);
          if (was && is && flat(was) === flat(is)) return [];
          return [
            { key, value: is ?? 'null', ...(is && comment && { comment: escaped(comment) }) },
          ];
        });
    const isMoved = path !== undefined && path !== before?.path;
    const isOther = path !== undefined && operations.join() !== before?.operations.join();
    return block(name, [
      ...(isMoved ? [{ key: 'path', value: { text: path } }] : []),
      ...(isOther ? [{ key: 'operations', value: dataCode(operations) }] : []),
      ...block('fields', changes(before?.fields, now.fields, fieldCode)),
      ...block('relations', changes(before?.relations, now.relations, relationCode)),
    ]);
  });
  return { members, isBlock: true };
}

function fieldCode(field: Field): Code {
  const values = [
    ...field.values,
    ...(field.kind === 'json' && field.format ? [field.format] : []),
  ];
  const plain: Code = { call: field.kind, args: values.map(dataCode) };
  return field.nullable ? { call: 'nullable', args: [plain] } : plain;
}

function relationCode(relation: Relation): Code {
  const { target, cardinality, foreignKey, nullable, filterable } = relation;
  const options = { foreignKey, ...(nullable && { nullable }), ...(filterable && { filterable }) };
  return { call: cardinality, args: [{ text: target }, dataCode(options)] };
}
