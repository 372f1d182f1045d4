import { describe, expect, it } from 'vitest';
import { comparators } from '../../src/schema/kinds.js';
import { paymentsSchema } from '../../src/schema/payments-schema.js';
import { createEditor } from './lib/editor.js';
import { prelude } from './lib/prelude.js';

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

const completions: [says: string, snippet: string, expected: readonly string[]][] = [
  ['a query', list('{ | }'), ['where', 'include', 'orderBy', 'take', 'skip', 'after', 'before']],
  ['an include', include('{ | }'), all('balances')],
  ['an include after a first key', include('{ name: true, | }'), without(all('balances'), 'name')],
  [
    'an include after a relation',
    include('{ unit: { name: true }, | }'),
    without(all('balances'), 'unit'),
  ],
  ['an include with false', include('{ name: false, | }'), without(all('balances'), 'name')],
  ['an include of a relation', include('{ unit: { | } }'), inside('units')],
  [
    'a relation after a first key',
    include('{ unit: { name: true, | } }'),
    without(inside('units'), 'name'),
  ],
  ['an include two levels deep', include('{ account: { balances: { | } } }'), inside('balances')],
  [
    'an include three levels deep',
    include('{ account: { balances: { unit: { | } } } }'),
    inside('units'),
  ],
  [
    'an include four levels deep',
    include('{ account: { balances: { account: { balances: { name: true, | } } } } }'),
    without(inside('balances'), 'name'),
  ],
  [
    'an include beside a where',
    "client.accounts.list({ include: { balances: { where: { name: 'x' }, include: { | } } } })",
    all('balances'),
  ],
  [
    'a second key beside a where',
    "client.accounts.list({ include: { balances: { where: { name: 'x' }, include: { name: true, | } } } })",
    without(all('balances'), 'name'),
  ],
  ['an include of `get`', "client.balances.get('id', { include: { | } })", all('balances')],
  ['an include of `iterate`', 'client.balances.iterate({ include: { | } })', all('balances')],
  ['an include in a wrapper', 'load({ unit: { | } })', inside('units')],
  ['an include in a wrapper by Include', 'loadAny({ | })', all('balances')],
  [
    'an include of a relation in a wrapper by Include',
    'loadAny({ unit: { name: true, | } })',
    without(inside('units'), 'name'),
  ],
  [
    'the members of an include that is built',
    "const include: Include<'balances'> = {}; include.|",
    all('balances'),
  ],
  ['the members of a filter that is built', 'balanceFilter.|', filterable],
  ['comparators of a filter that is built', 'balanceFilter.created_at = { | }', comparators.date],
  [
    'comparators after optional ones',
    where('{ balance: { ...(maybe && { gte: maybe }), | } }'),
    comparators.decimal,
  ],
  [
    'comparators after those of a filter',
    where('{ created_at: { ...range, | } }'),
    comparators.date,
  ],
  [
    'comparators after a computed one',
    where("{ balance: { [comparator]: '5', | } }"),
    comparators.decimal,
  ],
  [
    'a query that is built',
    'parameters!.|',
    ['where', 'orderBy', 'take', 'skip', 'after', 'before'],
  ],
  [
    'a filter with a filterable relation',
    'open.balances.list({ where: { | } })',
    [...filterable, 'unit'],
  ],
  [
    'a filter on a filterable relation',
    'open.balances.list({ where: { unit: { | } } })',
    [...fields('units'), 'AND', 'OR'],
  ],
  [
    'a filter on a filterable relation inside an include',
    'open.accounts.list({ include: { balances: { where: { unit: { | } } } } })',
    [...fields('units'), 'AND', 'OR'],
  ],
  [
    'an include of a line',
    'client.transactions.list({ include: { lines: { | } } })',
    inside('transactionLines'),
  ],
  ['a filter inside an include', inFilter('{ | }'), filterable],
  [
    'a filter inside an include after a first key',
    inFilter("{ name: 'x', | }"),
    without(filterable, 'name'),
  ],
  ['comparators inside an include', inFilter('{ name: { | } }'), comparators.string],
  ['a filter in OR inside an include', inFilter('{ OR: [{ | }] }'), filterable],
  ['a filter', where('{ | }'), filterable],
  ['a filter after a first key', where("{ name: 'x', | }"), without(filterable, 'name')],
  ['a filter in AND', where('{ AND: [{ | }] }'), filterable],
  ['a filter in OR in AND', where('{ AND: [{ OR: [{}, { | }] }] }'), filterable],
  [
    'a filter on accounts',
    'client.accounts.list({ where: { | } })',
    [...all('accounts'), 'AND', 'OR'],
  ],
  [
    'quantifiers',
    'client.accounts.list({ where: { balances: { | } } })',
    ['some', 'none', 'every'],
  ],
  [
    'a filter on related rows',
    'client.accounts.list({ where: { balances: { some: { | } } } })',
    filterable,
  ],
  ['comparators of a string', where('{ name: { | } }'), comparators.string],
  [
    'comparators after a first one',
    where("{ name: { eq: 'x', | } }"),
    without(comparators.string, 'eq'),
  ],
  ['comparators of a string with known values', where('{ type: { | } }'), comparators.string],
  [
    'comparators of JSON that combine',
    where("{ variables: { exists: 'a', | } }"),
    without(comparators.json, 'exists'),
  ],
  [
    'comparators of an integer',
    'client.balances.list({ include: { unit: { where: { max_precision: { | } } } } })',
    comparators.integer,
  ],
  [
    'comparators of an enum inside an include',
    'client.balances.list({ include: { account: { where: { status: { | } } } } })',
    comparators.enumeration,
  ],
  ['known values inside an include', inFilter("{ type: '|' }"), ['main', 'children', 'custom']],
  ['comparators of a UUID', where('{ id: { | } }'), comparators.uuid],
  ['comparators of a decimal', where('{ balance: { | } }'), comparators.decimal],
  ['comparators of a date', where('{ created_at: { | } }'), comparators.date],
  ['comparators of a date that may be null', where('{ archived_at: { | } }'), comparators.date],
  ['comparators of JSON', where('{ variables: { | } }'), comparators.json],
  [
    'comparators of an enum',
    'client.accounts.list({ where: { status: { | } } })',
    comparators.enumeration,
  ],
  [
    'comparators of a number',
    'client.transactionLines.list({ where: { amount: { | } } })',
    comparators.number,
  ],
  ['known values', where("{ type: '|' }"), ['main', 'children', 'custom']],
  ['known values of a comparator', where("{ type: { eq: '|' } }"), ['main', 'children', 'custom']],
  ['known values in a list', where("{ type: { in: ['|'] } }"), ['main', 'children', 'custom']],
  ['known values of an enum', "client.accounts.list({ where: { status: '|' } })", ['active']],
  ['an order', list('{ orderBy: { | } }'), without(fields('balances'), 'variables')],
  [
    'an order after a first key',
    list("{ orderBy: { name: 'asc', | } }"),
    without(fields('balances'), 'variables', 'name'),
  ],
  ['directions', list("{ orderBy: { name: '|' } }"), ['asc', 'desc']],
  [
    'the fields of a row',
    `(await ${include('{ name: true, unit: true }')})[0]!.|`,
    ['id', 'name', 'unit'],
  ],
];

const hovers: [says: string, snippet: string, type: string][] = [
  ['a list without an include', `const result| = await ${list('')};`, 'const result: Balance[]'],
  ['an empty include', `const result| = await ${include('{}')};`, 'const result: Balance[]'],
  [
    'an include',
    `const result| = await ${include('{ name: true }')};`,
    'const result: { id: string; name: string; }[]',
  ],
  [
    'a nested include',
    `const result| = await ${include('{ name: true, unit: { symbol: true } }')};`,
    'const result: { id: string; name: string; unit: { symbol: string; id: string; }; }[]',
  ],
  [
    'a relation that is true',
    `const result| = await ${include('{ name: true, unit: true }')};`,
    'const result: { id: string; name: string; unit: Unit; }[]',
  ],
  [
    'a filtered relation',
    'const result| = await client.transactions.list({ include: { status: false, external_id: false, lines: { where: { amount: { gt: 0 } } } } });',
    'const result: { id: string; entity_id: string | null; route_id: string | null; lines: TransactionLine[]; }[]',
  ],
  [
    'a flag that is not literal',
    `const result| = await ${include('{ name: true, type: flag ? true : undefined }')};`,
    'const result: { id: string; name: string; type?: OpenEnum<"main" | "children" | "custom">; }[]',
  ],
  [
    'one row',
    "const result| = await client.balances.get('id', { include: { name: true } });",
    'const result: { id: string; name: string; }',
  ],
  [
    'a query that may be missing',
    'const result| = await client.balances.list(parameters);',
    'const result: Balance[]',
  ],
  [
    'a wrapper by Include',
    'const result| = await loadAny({ name: true });',
    'const result: { id: string; name: string; }[]',
  ],
  ['one row, whole', "const result| = await client.balances.get('id');", 'const result: Balance'],
];

const sentences: [says: string, snippet: string, sentence: string][] = [
  [
    'of a whole row',
    `(await ${list('')})[0]!.available_balance|`,
    'The amount that can be spent. A decimal string.',
  ],
  [
    'that is included',
    `(await ${include('{ name: true }')})[0]!.name|`,
    'The display name of the balance.',
  ],
  [
    'that is left',
    `(await ${include('{ name: false }')})[0]!.archived_at|`,
    'When the balance was archived; `null` if it is not. ISO 8601 in UTC with milliseconds.',
  ],
  [
    'that is computed',
    `(await ${include('{ amount: true }')})[0]!.amount|`,
    'In the mock, the same as `balance`. A decimal string, only returned if `include` names it.',
  ],
  [
    'that is a relation',
    `(await ${include('{ unit: { symbol: true } }')})[0]!.unit|`,
    'The unit of the balance.',
  ],
  [
    'of a relation',
    `(await ${include('{ unit: { symbol: true } }')})[0]!.unit.symbol|`,
    'The symbol of the unit, such as `$`.',
  ],
  [
    'that may be missing',
    `(await ${include('{ name: flag }')})[0]!.name|`,
    'The display name of the balance.',
  ],
  [
    'of a filter',
    where("{ available_balance|: '1' }"),
    'The amount that can be spent. A decimal string.',
  ],
  [
    'of an order',
    list("{ orderBy: { available_balance|: 'asc' } }"),
    'The amount that can be spent. A decimal string.',
  ],
  ['that combines filters', where('{ OR|: [] }'), 'At least one of these filters matches.'],
];

const definitions: [snippet: string, definition: string][] = [
  [`(await ${include('{ unit: { symbol: true } }')})[0]!.unit.symbol|`, 'interface Unit symbol'],
  [`(await ${list('')})[0]!.name|`, 'interface Balance name'],
];
const snippets = [...hovers, ...sentences, ...completions].map(([, snippet]) => snippet);

describe.each(['6.0'] as const)('An editor with TypeScript %s', { timeout: 60_000 }, (version) => {
  const editor = createEditor(version, prelude, [
    ...definitions.map(([snippet]) => snippet),
    ...snippets,
  ]);

  it.each(completions)('completes %s', (_, snippet, expected) => {
    expect(editor.complete(snippet)).toEqual([...expected].sort());
  });

  it.each(hovers)('shows the type of %s flat or by name', (_, snippet, type) => {
    expect(editor.hover(snippet).type).toBe(type);
  });

  it.each(sentences)('shows the sentence on a field %s', (_, snippet, sentence) => {
    expect(editor.hover(snippet).sentence).toBe(sentence);
  });

  it.each(definitions)('leads from %s to its declaration', (snippet, definition) => {
    expect(editor.definition(snippet)).toBe(definition);
  });
});
