import type { Field } from '../schema/field.js';
import { isIdentifier } from '../values/member-path.js';
import type { AdviceContext } from './advice.js';

/** Options with which the client and the mock fit a service. */
export interface FittingOptions {
  readonly client: { readonly envelope?: string; readonly maxUrlLength?: number };
  readonly mock: {
    readonly envelope?: string;
    readonly nulls?: string;
    readonly like?: string;
    readonly apiKeys?: false;
  };
  /** Computed fields by resource that are returned like stored ones. */
  readonly computed: { readonly [resource: string]: readonly string[] };
  /** To-one relations by resource that can be filtered. */
  readonly filterable: { readonly [resource: string]: readonly string[] };
}

const isEmpty = (object: object): boolean => Object.keys(object).length === 0;

/** The options as TypeScript to paste; empty if the defaults fit. */
export function adviceCode(options: FittingOptions, context: AdviceContext): string {
  const { client, mock, computed, filterable } = options;
  const extension = writeExtension(options, context);
  if ([client, mock, computed, filterable].every(isEmpty)) return '';
  const { schemaModule, baseUrl } = context;
  const base = schemaModule === undefined ? 'paymentsSchema' : 'schema';
  const schema = extension ? 'verifiedSchema' : schemaModule === undefined ? undefined : base;
  const hasClient = extension !== undefined || !isEmpty(client);
  const names = new Set([...(hasClient ? ['createClient'] : []), ...(extension?.imports ?? [])]);
  if (extension && schemaModule === undefined) names.add('paymentsSchema');
  const schemaOption = schema === undefined ? {} : { schema: `@${schema}` };
  const hasMock = extension !== undefined || !isEmpty(mock);
  const mockOptions = hasMock ? { ...schemaOption, ...mock } : {};
  const hasSchema = schemaModule !== undefined;
  return [
    ...(hasClient ? [importOf([...names].sort(), 'payments-data-client')] : []),
    ...(hasMock ? [importOf(['createMock'], 'payments-data-client/mock')] : []),
    ...(hasSchema ? [importOf(['schema'], moduleOf(schemaModule))] : []),
    '',
    ...(extension ? [`const verifiedSchema = extendSchema(${base}, ${extension.text});`, ''] : []),
    ...(hasClient
      ? [
          'const client = createClient({',
          `  baseUrl: ${quote(baseUrl)},`,
          '  apiKey: process.env.PAYMENTS_API_KEY!,',
          ...members({ ...schemaOption, ...client }),
          '});',
        ]
      : []),
    ...(hasClient && hasMock ? [''] : []),
    ...(hasMock ? ['const mock = createMock({', ...members(mockOptions), '});'] : []),
  ].join('\n');
}

const importOf = (names: readonly string[], from: string): string =>
  `import { ${names.join(', ')} } from ${quote(from)};`;

/** The lines of the members of an object. A text that begins with `@` is a name, not a string. */
const members = (object: object): string[] =>
  Object.entries(object).map(([name, value]: [string, unknown]) => {
    const text = typeof value === 'string' ? (value.startsWith('@') ? value.slice(1) : quote(value)) : value;
    return text === name ? `  ${name},` : `  ${name}: ${text},`;
  });

/** A single-quoted string. */
const quote = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

const nameOf = (name: string): string => (isIdentifier(name) ? name : quote(name));

/** A file as it is imported: `src/schema.ts` -> `./src/schema.js`. */
function moduleOf(file: string): string {
  const path = file.replaceAll('\\', '/').replace(/\.([cm]?)tsx?$/, '.$1js');
  return /^(\.{0,2}\/|[a-z]:)/i.test(path) ? path : `./${path}`;
}

/** The second argument of `extendSchema`, and the functions that it calls. */
function writeExtension(
  { computed, filterable }: FittingOptions,
  { workspace: { schema } }: AdviceContext,
): { readonly text: string; readonly imports: readonly string[] } | undefined {
  const resources = new Set([...Object.keys(computed), ...Object.keys(filterable)]);
  if (resources.size === 0) return undefined;
  const imports = new Set(['extendSchema']);
  const lines: string[] = [];
  for (const name of resources) {
    const { fields = {}, relations = {} } = schema[name] ?? {};
    const stored = (computed[name] ?? []).flatMap((field) => {
      const definition = fields[field];
      return definition ? [`${nameOf(field)}: ${builderOf(definition, imports)}`] : [];
    });
    const ones = (filterable[name] ?? []).flatMap((relation) => {
      const { target, foreignKey, nullable } = relations[relation] ?? {};
      if (target === undefined || foreignKey === undefined) return [];
      imports.add('one');
      const flags = `${nullable ? 'nullable: true, ' : ''}filterable: true`;
      return [`${nameOf(relation)}: one(${quote(target)}, { foreignKey: ${quote(foreignKey)}, ${flags} })`];
    });
    lines.push(`  ${nameOf(name)}: {`);
    if (stored.length > 0) lines.push('    fields: {', ...stored.map((line) => `      ${line},`), '    },');
    if (ones.length > 0) lines.push('    relations: {', ...ones.map((line) => `      ${line},`), '    },');
    lines.push('  },');
  }
  return { text: ['{', ...lines, '}'].join('\n'), imports: [...imports] };
}

/** The call that creates a stored field: `nullable(decimal())`. */
function builderOf({ kind, nullable, values }: Field, imports: Set<string>): string {
  imports.add(kind);
  const call = `${kind}(${values.map(quote).join(', ')})`;
  if (!nullable) return call;
  imports.add('nullable');
  return `nullable(${call})`;
}
