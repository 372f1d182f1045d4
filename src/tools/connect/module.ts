import type { Dialect } from '../../dialect.js';
import type { Field } from '../../schema/field.js';
import type { Relation } from '../../schema/relation.js';
import type { Resources } from '../../schema/resources.js';
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
  print,
  printPath,
  quote,
} from '../print-code.js';
import { type Connected, doubtsOf } from './connect.js';
import { placeholderOf } from './fields.js';
import type { MeaningMember } from './members.js';
import type { Note } from './notes.js';
import { idFirst } from './schema.js';

interface ModuleContent extends Connected {
  readonly base: Resources;
  readonly baseUrl: string;
  /** The command with its options, without the name of the program. */
  readonly command: string;
  /** The module as other modules import it, such as `./payments.js`. */
  readonly specifier: string;
}

/** What a module says beside `schema` and `dialect`, which `--check` asks again. */
export interface ModuleHeader {
  /** Hashes of rows. */
  readonly workspace: readonly string[];
  /** Such as `decimal gte`. */
  readonly comparators: readonly string[];
  /** Such as `accounts.balances`. */
  readonly relations: readonly string[];
}

const WORKSPACE = '// Workspace: ';
const PROVEN = '// Proven: ';
const RELATIONS = 'relation';

/** The module with the schema and the dialect of a service. */
export function writeModule(content: ModuleContent): string {
  const { base, schema, inferred, workspace, command, baseUrl, specifier } = content;
  const extension = extensionCode(base, schema, commentsOf(content));
  const isUnchanged = extension.members.length === 0;
  const calls = isUnchanged ? [] : ['extendSchema', ...callsIn(extension)];
  const names = [...new Set(['Dialect', 'paymentsSchema', ...calls])].sort((left, right) =>
    left.localeCompare(right, 'en'),
  );
  return [
    FIRST_LINE,
    `//   npx payments-data-client ${command}`,
    '//',
    `//   createClient({ baseUrl: ${quote(baseUrl)}, apiKey, schema, dialect });`,
    `//   createMock({ schema, dialect }); // both from ${quote(specifier)}`,
    '//',
    `${WORKSPACE}${workspace.join(' ')}`,
    ...provenLines(content).map((line) => `${PROVEN}${line}`),
    printImport(names.map((name) => (name === 'Dialect' ? 'type Dialect' : name))),
    '',
    ...printNotes('Not proven: what was asked or read, and what came.', doubtsOf(content)),
    ...printNotes(
      'Not declared: the client returns these without a type, and the mock does not have them.',
      inferred.undeclared,
    ),
    ...printNotes('Removed from the schema: the service does not return these.', inferred.removed),
    isUnchanged
      ? '/** What the service returns. */\nexport const schema = paymentsSchema;'
      : `/** \`paymentsSchema\` with what the service returns. */\nexport const schema = ${print({ call: 'extendSchema', args: ['paymentsSchema', extension] }, 0)};`,
    '',
    ...printDialect(content),
    '', // the end of the last line
  ].join('\n');
}

/** Reads what {@link writeModule} wrote before the schema. */
export function readHeader(text: string): ModuleHeader {
  const lines = text.split(/\r?\n/);
  const after = (start: string) =>
    lines.flatMap((line) => (line.startsWith(start) ? [line.slice(start.length).trim()] : []));
  const proven = after(PROVEN).map((line) => line.split(' '));
  return {
    workspace: after(WORKSPACE).flatMap((line) => line.split(' ').filter(Boolean)),
    comparators: proven.flatMap(([kind = '', ...names]) =>
      kind === RELATIONS ? [] : names.map((name) => `${kind} ${name}`),
    ),
    relations: proven.flatMap(([kind, ...names]) => (kind === RELATIONS ? names : [])),
  };
}

/** Such as `decimal eq neq in`: comparators that found the row that they must, and not the other. */
function provenLines({ truths, claims }: Connected): string[] {
  const kinds = [...new Set(truths.map(({ kind }) => kind))];
  const lines = kinds.map((kind) => [
    kind,
    ...truths.flatMap((truth) =>
      truth.kind === kind && truth.right.length > 0 ? [truth.comparator] : [],
    ),
  ]);
  const relations = [...claims.relations].flatMap(([topic, { isRight }]) =>
    isRight && /^[\w.]+$/.test(topic) ? [topic] : [],
  );
  return [...lines, [RELATIONS, ...relations]].flatMap((words) =>
    words.length > 1 ? [words.join(' ')] : [],
  );
}

/** What was seen and proven of each field and relation, by path. */
function commentsOf({ inferred, claims }: Connected): Map<string, string> {
  const topics = new Set([...inferred.seen.keys(), ...claims.fields.keys()]);
  return new Map(
    [...topics].map((topic) => {
      const proven = claims.fields.get(topic)?.proven ?? [];
      const relation = claims.relations.get(topic);
      const filters = relation?.isRight ? ' Proven: filters.' : '';
      const seen = `${inferred.seen.get(topic) ?? ''}.`;
      return [
        topic,
        `${seen}${proven.length > 0 ? ` Proven: ${proven.join(', ')}.` : ''}${filters}`,
      ];
    }),
  );
}

const meaningNames: readonly MeaningMember[] = ['nulls', 'text', 'like', 'nullOrder'];

function printDialect({ dialect, meaning }: Connected): string[] {
  const said = (member: MeaningMember) =>
    [...(meaning.votes.get(member) ?? [])]
      .map(([value, topics]) => `${value} on ${topics.join(', ')}`)
      .join('; ');
  const isMeaning = (name: string): name is MeaningMember =>
    (meaningNames as readonly string[]).includes(name);
  const members = (dataCode(dialect) as ObjectCode).members.map((member): Member => {
    if (isMeaning(member.key))
      return { ...member, comment: escaped(`Proven: ${said(member.key)}.`) };
    return { ...member, comment: formComments[member.key] };
  });
  const open = meaningNames
    .filter((name) => dialect[name] === undefined)
    .map((name) => ({
      topic: name,
      text: said(name) || 'no field has the values to ask about it',
    }));
  const start = 'export const dialect = ';
  return [
    ...printNotes('Not determined, because too few fields answer, or not all of them alike.', open),
    '/** How the service is spoken to. A member that is left out has its default. */',
    `${start}${print({ members, isBlock: members.length > 0 }, start.length)} as const satisfies Dialect;`,
  ];
}

const formComments: { readonly [Name in keyof Dialect as string]?: string } = {
  envelope: 'Seen: where each list has its rows.',
  parameters: 'Proven: each name by its effect on rows that were known; null if no name had it.',
  orderFormat: 'Proven by an order in both directions.',
  pageSize: 'Seen twice, while there were more rows.',
  maxUrlLength: 'Proven: a longer URL was rejected.',
};

function printImport(names: readonly string[]): string {
  const end = `from ${quote('payments-data-client')};`;
  const line = `import { ${names.join(', ')} } ${end}`;
  if (line.length <= 100) return line;
  return ['import {', ...names.map((name) => `  ${name},`), `} ${end}`].join('\n');
}

const escaped = (text: string): string => escapeUnsafe(text).replaceAll('*/', '*\\/');

function printNotes(heading: string, notes: readonly Note[]): string[] {
  if (notes.length === 0) return [];
  return [`// ${heading}`, ...gathered(notes).map((note) => `// - ${printNote(note)}`), ''];
}

/** Notes with the same text as one, whose topic has all of theirs. */
export function gathered(notes: readonly Note[]): Note[] {
  const topics = new Map<string, string[]>();
  for (const { topic, text } of notes) topics.set(text, [...(topics.get(text) ?? []), topic]);
  return [...topics].map(([text, names]) => ({ topic: names.join(', '), text }));
}

/** A note on one line, such as `accounts.tags: only in 3 of 12 rows`. */
export const printNote = ({ topic, text }: Note): string => escaped(`${topic}: ${text}`);

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
  const members = Object.entries(schema).flatMap(
    ([resource, { path, operations, ...now }]): Member[] => {
      const before = own(base, resource);
      const changed = (group: string, changes: readonly Change[]): Member[] => {
        const inside = changes.map(({ name, code }): Member => {
          const comment = code === 'null' ? undefined : comments.get(`${resource}.${name}`);
          return { key: name, value: code, comment: comment && escaped(comment) };
        });
        return inside.length === 0
          ? []
          : [{ key: group, value: { members: inside, isBlock: true } }];
      };
      const place: Member[] = [
        ...(path !== undefined && path !== before?.path
          ? [{ key: 'path', value: quote(path) }]
          : []),
        ...(operations.join() === before?.operations.join() || path === undefined
          ? []
          : [{ key: 'operations', value: dataCode(operations) }]),
      ];
      const inside = [
        ...place,
        ...changed('fields', changesOf(before?.fields, now.fields, fieldCode)),
        ...changed('relations', changesOf(before?.relations, now.relations, relationCode)),
      ];
      return inside.length === 0
        ? []
        : [{ key: resource, value: { members: inside, isBlock: true } }];
    },
  );
  return { members, isBlock: true };
}

interface Change {
  readonly name: string;
  readonly code: Code;
}

/** The members that differ, with the code of the present ones and `null` for those that went. */
function changesOf<Item>(
  before: { readonly [name: string]: Item } = {},
  now: { readonly [name: string]: Item },
  codeOf: (item: Item) => Code,
): Change[] {
  return Object.keys({ ...before, ...now })
    .sort(idFirst)
    .flatMap((name) => {
      const [old, item] = [own(before, name), own(now, name)];
      if (old && item && flat(codeOf(old)) === flat(codeOf(item))) return [];
      return [{ name, code: item ? codeOf(item) : 'null' }];
    });
}

function fieldCode(field: Field): Code {
  const isArray = field.format === 'array';
  const values = [...field.values, ...(isArray ? ['array'] : [])];
  const plain: Code = { call: field.kind, args: values.map(quote) };
  const code: Code = field.nullable ? { call: 'nullable', args: [plain] } : plain;
  const { follows, references, format } = field;
  const options = dataCode({ follows, references, format: isArray ? undefined : format });
  if (!field.computed)
    return flat(options) === '{}' ? code : { call: 'mockValues', args: [code, options] };
  const value = flat(dataCode(placeholderOf(field)));
  return { call: 'computed', args: [code, `() => ${value === '{}' ? '({})' : value}`] };
}

function relationCode(relation: Relation): Code {
  const { target, cardinality, foreignKey, nullable, filterable } = relation;
  const options = { foreignKey, ...(nullable && { nullable }), ...(filterable && { filterable }) };
  return { call: cardinality, args: [quote(target), dataCode(options)] };
}

/** The path of a field, quoted where it needs it. */
export const printTopic = (resource: string, name: string): string => printPath([resource, name]);
