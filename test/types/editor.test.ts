import { describe, expect, it } from 'vitest';
import { comparators } from '../../src/schema/kinds.js';
import { paymentsSchema } from '../../src/schema/payments-schema.js';
import { createEditor } from './lib/editor.js';
import { prelude } from './lib/prelude.js';

const ownSchemas = `
import { defineSchema, many, nullable as orNull, string, uuid } from 'payments-data-client';
const wallets = createClient({ baseUrl: 'x', apiKey: 'x', schema: defineSchema({
  wallets: {
    path: '/wallets', operations: ['list'],
    fields: {
      id: uuid(),
      /** Printed on the card. */
      label: string(),
    },
    relations: {
      /** Whoever pays. */
      owner: one('people', { foreignKey: 'owner_id' }),
    },
  },
  people: {
    path: '/people', operations: ['list'],
    fields: {
      id: uuid(),
      /** As in the passport. */
      name: string(),
    },
    relations: { wallets: many('wallets', { foreignKey: 'owner_id' }) },
  },
}) });
const extended = createClient({ baseUrl: 'x', apiKey: 'x', schema: extendSchema(paymentsSchema, {
  balances: {
    fields: {
      /** Ours: empty for old balances. */
      description: orNull(string()),
      /** Ours: who opened it. */
      opened_by: string(),
    },
  },
}) });
`;

const fields = (name: keyof typeof paymentsSchema) => Object.keys(paymentsSchema[name].fields);
const relations = (name: keyof typeof paymentsSchema) =>
  Object.keys(paymentsSchema[name].relations);
const all = (name: keyof typeof paymentsSchema) => [...fields(name), ...relations(name)];
const inside = (name: keyof typeof paymentsSchema) => [...all(name), 'where', 'include'];
const without = (names: readonly string[], ...gone: string[]) =>
  names.filter((name) => !gone.includes(name));
const filterable = [...fields('balances'), 'AND', 'OR'];

const list = (query: string) => `client.balances.list(${query})`;
const include = (text: string) => list(`{ include: ${text} }`);
const where = (text: string) => list(`{ where: ${text} }`);
const inFilter = (text: string) =>
  `client.accounts.list({ include: { balances: { where: ${text} } } })`;

const completions: [snippet: string, expected: readonly string[]][] = [
  [list('{ | }'), ['where', 'include', 'orderBy', 'take', 'skip']],
  [include('{ | }'), all('balances')],
  [include('{ name: true, | }'), without(all('balances'), 'name')],
  [include('{ unit: { name: true }, | }'), without(all('balances'), 'unit')],
  [include('{ name: false, | }'), without(all('balances'), 'name')],
  [include('{ unit: { | } }'), inside('units')],
  [include('{ unit: { name: true, | } }'), without(inside('units'), 'name')],
  [include('{ account: { balances: { | } } }'), inside('balances')],
  [include('{ account: { balances: { unit: { | } } } }'), inside('units')],
  [
    include('{ account: { balances: { account: { balances: { name: true, | } } } } }'),
    without(inside('balances'), 'name'),
  ],
  [
    "client.accounts.list({ include: { balances: { where: { name: 'x' }, include: { | } } } })",
    all('balances'),
  ],
  [
    "client.accounts.list({ include: { balances: { where: { name: 'x' }, include: { name: true, | } } } })",
    without(all('balances'), 'name'),
  ],
  ["client.balances.get('id', { include: { | } })", all('balances')],
  ['client.balances.iterate({ include: { | } })', all('balances')],
  ['load({ unit: { | } })', inside('units')],
  ['loadAny({ | })', all('balances')],
  ['loadAny({ unit: { name: true, | } })', without(inside('units'), 'name')],
  ["const include: Include<'balances'> = {}; include.|", all('balances')],
  ['balanceFilter.|', filterable],
  ['balanceFilter.created_at = { | }', comparators.date],
  [where('{ balance: { ...(maybe && { gte: maybe }), | } }'), comparators.decimal],
  [where('{ created_at: { ...range, | } }'), comparators.date],
  [where("{ balance: { [comparator]: '5', | } }"), comparators.decimal],
  ['parameters!.|', ['where', 'orderBy', 'take', 'skip']],
  ['open.balances.list({ where: { | } })', [...filterable, 'unit']],
  ['open.balances.list({ where: { unit: { | } } })', [...fields('units'), 'AND', 'OR']],
  [
    'open.accounts.list({ include: { balances: { where: { unit: { | } } } } })',
    [...fields('units'), 'AND', 'OR'],
  ],
  ['client.transactions.list({ include: { lines: { | } } })', inside('transactionLines')],
  [inFilter('{ | }'), filterable],
  [inFilter("{ name: 'x', | }"), without(filterable, 'name')],
  [inFilter('{ name: { | } }'), comparators.string],
  [inFilter('{ OR: [{ | }] }'), filterable],
  [where('{ | }'), filterable],
  [where("{ name: 'x', | }"), without(filterable, 'name')],
  [where('{ AND: [{ | }] }'), filterable],
  [where('{ AND: [{ OR: [{}, { | }] }] }'), filterable],
  ['client.accounts.list({ where: { | } })', [...all('accounts'), 'AND', 'OR']],
  ['client.accounts.list({ where: { balances: { | } } })', ['some', 'none', 'every']],
  ['client.accounts.list({ where: { balances: { some: { | } } } })', filterable],
  [where('{ name: { | } }'), comparators.string],
  [where("{ name: { eq: 'x', | } }"), without(comparators.string, 'eq')],
  [where('{ type: { | } }'), comparators.string],
  [where("{ variables: { exists: 'a', | } }"), without(comparators.json, 'exists')],
  [
    'client.balances.list({ include: { unit: { where: { max_precision: { | } } } } })',
    comparators.integer,
  ],
  [
    'client.balances.list({ include: { account: { where: { status: { | } } } } })',
    comparators.enumeration,
  ],
  [inFilter("{ type: '|' }"), ['main', 'children', 'custom']],
  [where('{ id: { | } }'), comparators.uuid],
  [where('{ balance: { | } }'), comparators.decimal],
  [where('{ created_at: { | } }'), comparators.date],
  [where('{ archived_at: { | } }'), comparators.date],
  [where('{ variables: { | } }'), comparators.json],
  ['client.accounts.list({ where: { status: { | } } })', comparators.enumeration],
  ['client.transactionLines.list({ where: { amount: { | } } })', comparators.number],
  [where("{ type: '|' }"), ['main', 'children', 'custom']],
  [where("{ type: { eq: '|' } }"), ['main', 'children', 'custom']],
  [where("{ type: { in: ['|'] } }"), ['main', 'children', 'custom']],
  ["client.accounts.list({ where: { status: '|' } })", ['active']],
  [list('{ orderBy: { | } }'), without(fields('balances'), 'variables')],
  [list("{ orderBy: { name: 'asc', | } }"), without(fields('balances'), 'variables', 'name')],
  [list("{ orderBy: { name: '|' } }"), ['asc', 'desc']],
  [`(await ${include('{ name: true, unit: true }')})[0]!.|`, ['id', 'name', 'unit']],
];

const hovers: [snippet: string, type: string][] = [
  [`const result| = await ${list('')};`, 'const result: Balance[]'],
  [`const result| = await ${include('{}')};`, 'const result: Balance[]'],
  [
    `const result| = await ${include('{ name: true }')};`,
    'const result: { id: string; name: string; }[]',
  ],
  [
    `const result| = await ${include('{ name: true, unit: { symbol: true } }')};`,
    'const result: { id: string; name: string; unit: { symbol: string; id: string; }; }[]',
  ],
  [
    `const result| = await ${include('{ name: true, unit: true }')};`,
    'const result: { id: string; name: string; unit: Unit; }[]',
  ],
  [
    'const result| = await client.transactions.list({ include: { status: false, external_id: false, lines: { where: { amount: { gt: 0 } } } } });',
    'const result: { id: string; entity_id: string | null; route_id: string | null; lines: TransactionLine[]; }[]',
  ],
  [
    `const result| = await ${include('{ name: true, type: flag ? true : undefined }')};`,
    'const result: { id: string; name: string; type?: OpenEnum<"main" | "children" | "custom">; }[]',
  ],
  [
    "const result| = await client.balances.get('id', { include: { name: true } });",
    'const result: { id: string; name: string; }',
  ],
  ['const result| = await client.balances.list(parameters);', 'const result: Balance[]'],
  [
    'const result| = await loadAny({ name: true });',
    'const result: { id: string; name: string; }[]',
  ],
  ["const result| = await client.balances.get('id');", 'const result: Balance'],
];

const sentences: [snippet: string, sentence: string][] = [
  [`(await ${list('')})[0]!.available_balance|`, 'The amount that can be spent. A decimal string.'],
  [`(await ${include('{ name: true }')})[0]!.name|`, 'The display name of the balance.'],
  [
    `(await ${include('{ name: false }')})[0]!.archived_at|`,
    'When the balance was archived; `null` if it is not. ISO 8601 in UTC with milliseconds.',
  ],
  [
    `(await ${include('{ amount: true }')})[0]!.amount|`,
    'In the mock, the same as `balance`. A decimal string, only returned if `include` names it.',
  ],
  [`(await ${include('{ unit: { symbol: true } }')})[0]!.unit|`, 'The unit of the balance.'],
  [
    `(await ${include('{ unit: { symbol: true } }')})[0]!.unit.symbol|`,
    'The symbol of the unit, such as `$`.',
  ],
  [`(await ${include('{ name: flag }')})[0]!.name|`, 'The display name of the balance.'],
  [where("{ available_balance|: '1' }"), 'The amount that can be spent. A decimal string.'],
  [
    list("{ orderBy: { available_balance|: 'asc' } }"),
    'The amount that can be spent. A decimal string.',
  ],
  [where('{ OR|: [] }'), 'At least one of these filters matches.'],
  ['(await wallets.wallets.list())[0]!.label|', 'Printed on the card.'],
  ['(await wallets.wallets.list({ include: { label: true } }))[0]!.label|', 'Printed on the card.'],
  [
    '(await wallets.wallets.list({ include: { owner: true } }))[0]!.owner.name|',
    'As in the passport.',
  ],
  ['(await wallets.wallets.list({ include: { owner: true } }))[0]!.owner|', 'Whoever pays.'],
  ["wallets.wallets.list({ where: { label|: 'a' } })", 'Printed on the card.'],
  ['(await extended.balances.list())[0]!.opened_by|', 'Ours: who opened it.'],
  ['(await extended.balances.list())[0]!.description|', 'Ours: empty for old balances.'],
  [
    '(await extended.balances.list())[0]!.available_balance|',
    'The amount that can be spent. A decimal string.',
  ],
];

const definitions: [snippet: string, definition: string][] = [
  [`(await ${include('{ unit: { symbol: true } }')})[0]!.unit.symbol|`, 'interface Unit symbol'],
  [`(await ${list('')})[0]!.name|`, 'interface Balance name'],
];
const snippets = [...hovers, ...sentences, ...completions].map(([snippet]) => snippet);

describe('An editor with TypeScript 6.0', { timeout: 60_000 }, () => {
  const editor = createEditor('6.0', prelude + ownSchemas, [
    ...definitions.map(([snippet]) => snippet),
    ...snippets,
  ]);

  it.each(completions)('completes %s', (snippet, expected) => {
    expect(editor.complete(snippet)).toEqual([...expected].sort());
  });

  it.each(hovers)('shows the type of %s flat or by name', (snippet, type) => {
    expect(editor.hover(snippet).type).toBe(type);
  });

  it.each(sentences)('shows the sentence on a field %s', (snippet, sentence) => {
    expect(editor.hover(snippet).sentence).toBe(sentence);
  });

  it.each(definitions)('leads from %s to its declaration', (snippet, definition) => {
    expect(editor.definition(snippet)).toBe(definition);
  });
});
