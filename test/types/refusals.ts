// One table, and so longer than other files: a row for each snippet.

/** A snippet that must not compile. */
export interface Refusal {
  /**
   * The rule of the document (`I` for include, `W` for where) or the decision (`D`) that it breaks.
   */
  readonly rule: string;
  /** An expression, on one line. */
  readonly code: string;
  /** The text at which the error stands. */
  readonly key: string;
  /** What the message holds. */
  readonly words: string;
}

const refusal = (rule: string, key: string, words: string, code: string): Refusal => ({
  rule,
  code,
  key,
  words,
});

const unknown = (key: string, resource: string) =>
  `\`${key}\` is not a field or relation of ${resource}`;
const mixed = 'true and false cannot be mixed';
const useIn = 'Use { in: […] } for an array.';
const flagExpected = 'expected true or false';
const balances = (include: string) => `client.balances.list({ include: ${include} })`;
const inAccounts = (where: string) =>
  `client.accounts.list({ include: { balances: { where: ${where} } } })`;
const filter = (where: string) => `client.balances.list({ where: ${where} })`;

const unknownKeys = [
  refusal('I1', 'nmae', unknown('nmae', 'balances'), balances('{ nmae: true }')),
  refusal('I1', 'nmae', unknown('nmae', 'balances'), balances('{ name: true, nmae: true }')),
  refusal('I1', 'nmae', unknown('nmae', 'balances'), balances('{ name: false, nmae: false }')),
  refusal('I1', 'include', unknown('nmae', 'balances'), balances('{ nmae: undefined }')),
  refusal('I1', 'nmae', unknown('nmae', 'balances'), balances('{ unit: true, nmae: {} }')),
  refusal('I1', 'sybmol', unknown('sybmol', 'units'), balances('{ unit: { sybmol: true } }')),
  refusal(
    'I6',
    'sybmol',
    unknown('sybmol', 'units'),
    balances('{ unit: { name: true, sybmol: true } }'),
  ),
  refusal(
    'I6',
    'lines',
    unknown('lines', 'accounts'),
    balances('{ account: { status: true, lines: true } }'),
  ),
  refusal(
    'I6',
    'nmae',
    unknown('nmae', 'units'),
    balances('{ account: { balances: { unit: { name: true, nmae: true } } } }'),
  ),
  refusal(
    'I6',
    'nmae',
    unknown('nmae', 'accounts'),
    balances('{ account: { balances: { account: { status: true, nmae: true } } } }'),
  ),
  refusal(
    'I6',
    'balance',
    unknown('balance', 'accounts'),
    'client.accounts.list({ include: { balance: true } })',
  ),
  refusal(
    'I6',
    'account',
    unknown('account', 'transactionLines'),
    'client.transactions.list({ include: { lines: { amount: true, account: true } } })',
  ),
  refusal(
    'I1',
    'currency',
    unknown('currency', 'transactionLines'),
    'client.transactionLines.list({ include: { amount: true, currency: true } })',
  ),
  refusal(
    'I1',
    'nmae',
    unknown('nmae', 'balances'),
    "client.balances.get('id', { include: { name: true, nmae: true } })",
  ),
  refusal(
    'I6',
    'nmae',
    unknown('nmae', 'units'),
    "client.balances.get('id', { include: { unit: { nmae: true } } })",
  ),
  refusal('I1', 'nmae', unknown('nmae', 'balances'), 'load({ name: true, nmae: true })'),
  refusal('I6', 'nmae', unknown('nmae', 'units'), 'load({ unit: { name: true, nmae: true } })'),
  refusal('I1', 'include', unknown('nmae', 'units'), balances('frozenTypo')),
  refusal('I1', 'include', unknown('nmae', 'units'), balances('looseTypo')),
  refusal('I1', 'typo', unknown('nmae', 'units'), 'load(typo)'),
  refusal(
    'I1',
    'nmae',
    unknown('nmae', 'balances'),
    'client.balances.iterate({ include: { name: true, nmae: true } })',
  ),
  refusal(
    'I1',
    'include',
    unknown('nmae', 'balances'),
    balances('flag ? { nmae: true } : { name: true }'),
  ),
  refusal(
    'I6',
    'unit',
    unknown('nmae', 'units'),
    balances('{ unit: flag ? { name: true } : { nmae: true } }'),
  ),
  refusal(
    'I6',
    'unit',
    unknown('nmae', 'units'),
    balances('{ unit: flag ? true : { name: true, nmae: true } }'),
  ),
  refusal(
    'I1',
    'include',
    unknown('nmae', 'balances'),
    balances('{ name: true, ...(flag ? { nmae: true } : {}) }'),
  ),
];

const unknownKeysInChoices = [
  refusal(
    'I6',
    'account',
    unknown('nmae', 'balances'),
    balances('{ account: flag ? { balances: { name: true } } : { balances: { nmae: true } } }'),
  ),
  refusal(
    'I6',
    'account',
    unknown('nmae', 'balances'),
    balances('{ account: flag ? { balances: true } : { balances: { nmae: true } } }'),
  ),
  refusal(
    'I6',
    'include',
    unknown('nmae', 'units'),
    balances('flag ? { unit: { name: true } } : { unit: { nmae: true } }'),
  ),
  refusal(
    'I11',
    'unit',
    unknown('nmae', 'units'),
    balances(
      '{ unit: flag ? { where: {}, include: { name: true } } : { where: {}, include: { nmae: true } } }',
    ),
  ),
  refusal(
    'I11',
    'unit',
    unknown('nmae', 'units'),
    balances("{ unit: flag ? { where: { name: 'x' } } : { where: { name: 'x', nmae: 'x' } } }"),
  ),
  refusal(
    'I11',
    'unit',
    unknown('nmae', 'units'),
    balances('{ unit: flag ? { where: {} } : { name: true, nmae: true } }'),
  ),
  refusal(
    'I8',
    'account',
    mixed,
    balances(
      '{ account: flag ? { balances: { name: true } } : { balances: { name: true, type: false } } }',
    ),
  ),
];

const mixing = [
  refusal('I8', 'description', mixed, balances('{ name: true, description: false }')),
  refusal('I8', 'name', mixed, balances('{ name: false, description: true }')),
  refusal('I8', 'description', mixed, balances('{ name: true, description: flag }')),
  refusal('I8', 'name', mixed, balances('{ name: false, description: flag }')),
  refusal('I8', 'include', 'add `as const`', balances('{ name: flag, description: other }')),
  refusal('I8', 'type', mixed, balances('{ name: true, unit: true, type: false }')),
  refusal('I8', 'symbol', mixed, balances('{ unit: { name: true, symbol: false } }')),
  refusal('I8', 'symbol', mixed, balances('{ name: false, unit: { name: true, symbol: flag } }')),
  refusal(
    'I8',
    'status',
    mixed,
    balances('{ account: { identifier_prefix: true, status: false } }'),
  ),
  refusal(
    'I8',
    'symbol',
    mixed,
    balances('{ account: { balances: { unit: { name: true, symbol: false } } } }'),
  ),
  refusal(
    'I8',
    'type',
    mixed,
    'client.accounts.list({ include: { balances: { where: { type: "main" }, include: { name: true, type: false } } } })',
  ),
  refusal(
    'I8',
    'account_id',
    mixed,
    'client.transactions.list({ include: { lines: { amount: true, account_id: false } } })',
  ),
  refusal(
    'I8',
    'entity_id',
    mixed,
    'client.transactions.list({ include: { status: true, entity_id: false } })',
  ),
  refusal(
    'I8',
    'amount',
    mixed,
    'client.transactionLines.list({ include: { account_id: true, amount: false } })',
  ),
  refusal(
    'I9',
    'status',
    mixed,
    'client.accounts.list({ include: { identifier: true, status: false } })',
  ),
  refusal('I4', 'name', mixed, balances('{ id: true, name: false }')),
  refusal('I8', 'include', mixed, balances('frozenMix')),
  refusal('I8', 'include', 'add `as const` or `satisfies Include<…>`', balances('widenedTwice')),
  refusal('I8', 'include', 'add `as const` or `satisfies Include<…>`', balances('widenedInside')),
  refusal('I8', 'include', mixed, balances('mixedArms')),
  refusal('I8', 'include', mixed, balances('flag ? { name: true, type: false } : {}')),
  refusal('I8', 'type', mixed, 'load({ name: true, type: flag })'),
  refusal(
    'I8',
    'type',
    mixed,
    "client.balances.get('id', { include: { name: true, type: false } })",
  ),
  refusal('I8', 'type', mixed, balances('{ name: true, type: flag ? false : undefined }')),
];

const wrongValues = [
  refusal('I2', 'name', flagExpected, balances('{ name: 1 }')),
  refusal('I2', 'name', flagExpected, balances("{ name: 'true' }")),
  refusal('I2', 'name', flagExpected, balances('{ name: null }')),
  refusal('I2', 'name', flagExpected, balances('{ name: {} }')),
  refusal('I2', 'name', flagExpected, balances('{ description: true, name: [] }')),
  refusal('I2', 'symbol', flagExpected, balances('{ unit: { symbol: 1 } }')),
  refusal('I5', 'unit', 'expected true, false or an include', balances("{ unit: 'true' }")),
  refusal('I5', 'unit', 'expected true, false or an include', balances('{ unit: [] }')),
  refusal('I5', 'unit', 'expected true, false or an include', balances('{ unit: 1 }')),
  refusal('I5', 'unit', 'expected true, false or an include', balances('{ unit: null }')),
  refusal(
    'I5',
    'balances',
    'expected true, false or an include',
    balances('{ account: { balances: [] } }'),
  ),
  refusal(
    'I1',
    'include',
    'expected an include of balances such as { id: true }',
    balances("'name'"),
  ),
  refusal(
    'I1',
    'include',
    'expected an include of balances such as { id: true }',
    balances('true'),
  ),
  refusal('I1', 'include', 'expected an include of balances such as { id: true }', balances('1')),
  refusal('I1', 'include', 'expected an include of balances such as { id: true }', balances('[]')),
  refusal(
    'I1',
    'include',
    'expected an include of balances such as { id: true }',
    balances("['name']"),
  ),
  refusal(
    'I1',
    'include',
    'expected an include of balances such as { id: true }',
    balances('() => 1'),
  ),
  refusal('I5', 'unit', 'expected true, false or an include', balances('{ unit: () => 1 }')),
  refusal(
    'I1',
    'include',
    'expected an include of balances such as { id: true }',
    balances('new Map()'),
  ),
  refusal('I1', 'include', 'is not a field or relation of balances', balances('looseFlags')),
  refusal('I1', 'include', "Type 'null' is not assignable to type", balances('null')),
];

const filteredRelations = [
  refusal(
    'D9',
    'include',
    '`include` is only allowed next to `where`',
    balances('{ unit: { include: { name: true } } }'),
  ),
  refusal(
    'D9',
    'where',
    'expected a filter of leaves',
    'crossed.trees.list({ include: { where: { where: true } } })',
  ),
  refusal(
    'D9',
    'where',
    'expected a filter of leaves',
    'crossed.trees.list({ include: { leaves: { where: true } } })',
  ),
  refusal(
    'D9',
    'unit',
    '`include` is only allowed next to `where`',
    balances("{ unit: flag ? { where: { name: 'x' } } : { include: { name: true } } }"),
  ),
  refusal(
    'D9',
    'unit',
    '`include` is only allowed next to `where`',
    balances(
      '{ unit: flag ? { where: {}, include: { name: true } } : { include: { name: true } } }',
    ),
  ),
  refusal(
    'D9',
    'balances',
    '`unit` is not allowed next to `where`',
    'client.accounts.list({ include: { balances: flag ? { where: {}, unit: true } : { unit: true } } })',
  ),
  refusal(
    'I11',
    'unit',
    'expected a filter of units',
    balances('{ unit: flag ? { name: true } : { where: true } }'),
  ),
  refusal(
    'I11',
    'unit',
    'expected a filter of units',
    balances("{ unit: flag ? { name: true } : { where: 'x' } }"),
  ),
  refusal(
    'D9',
    'include',
    '`include` is only allowed next to `where`',
    'crossed.trees.list({ include: { leaves: { include: true } } })',
  ),
  refusal(
    'D9',
    'name',
    '`name` is not allowed next to `where`',
    balances('{ unit: { where: {}, name: true } }'),
  ),
  refusal(
    'D9',
    'include',
    'expected an include of balances such as { id: true }',
    'client.accounts.list({ include: { balances: { where: {}, include: true } } })',
  ),
  refusal(
    'D9',
    'include',
    '`include` is only allowed next to `where`',
    'client.transactions.list({ include: { lines: { include: { amount: true } } } })',
  ),
  refusal(
    'I11',
    'nmae',
    unknown('nmae', 'balances'),
    'client.accounts.list({ include: { balances: { where: {}, include: { name: true, nmae: true } } } })',
  ),
  refusal('I11', 'nmae', unknown('nmae', 'balances'), inAccounts("{ name: 'x', nmae: 'x' }")),
  refusal('I11', 'nmae', unknown('nmae', 'balances'), inAccounts("{ nmae: 'x' }")),
  refusal(
    'I11',
    'nmae',
    unknown('nmae', 'balances'),
    inAccounts("{ OR: [{ name: 'x' }, { type: 'main', nmae: 'x' }] }"),
  ),
  refusal(
    'I11',
    'sme',
    '`sme` is not one of some, none and every',
    "client.balances.list({ include: { account: { where: { balances: { some: {} as Where<'balances'>, sme: {} } } } } })",
  ),
  refusal(
    'I11',
    'nmae',
    unknown('nmae', 'balances'),
    "client.accounts.list({ include: { balances: { where: {} as Where<'balances'>, include: { nmae: true } } } })",
  ),
  refusal(
    'I11',
    'lke',
    '`lke` is not a comparator of string fields',
    inAccounts("{ name: { eq: 'x', lke: 'x' } }"),
  ),
  refusal(
    'I11',
    'like',
    '`like` is not a comparator of date fields',
    inAccounts("{ created_at: { gt: '2026-01-01T00:00:00Z', like: '2026' } }"),
  ),
  refusal('I11', 'name', 'not assignable to type', inAccounts('{ name: 1 }')),
  refusal('I11', '1', useIn, inAccounts('{ balance: [1] }')),
  refusal('I11', 'balance', useIn, inAccounts('{ balance: [] }')),
  refusal('I11', "'main'", useIn, inAccounts("{ type: ['main'] }")),
  refusal('I11', "'x'", useIn, inAccounts("{ name: ['x', 'y'] }")),
  refusal('I11', "'2026-01-01'", useIn, inAccounts("{ created_at: ['2026-01-01'] }")),
  refusal('I11', 'equals', 'Did you mean `eq`?', inAccounts("{ name: { gt: 'x', equals: 'x' } }")),
  refusal('I11', 'NOT', 'Use `neq` or `not_in` of a field', inAccounts("{ NOT: { name: 'x' } }")),
  refusal(
    'I11',
    'any',
    'Did you mean `some`?',
    balances('{ account: { where: { balances: { some: {}, any: {} } } } }'),
  ),
  refusal('I11', 'gt', 'not assignable to type', inAccounts('{ balance: { gt: true } }')),
  refusal(
    'D10',
    'unit',
    'cannot filter on a to-one relation. Use `unit_id`, or `filterable: true` in the schema.',
    inAccounts("{ unit: { name: 'x' } }"),
  ),
  refusal(
    'I11',
    'sme',
    '`sme` is not one of some, none and every',
    balances('{ account: { where: { balances: { some: {}, sme: {} } } } }'),
  ),
  refusal(
    'I11',
    'nmae',
    unknown('nmae', 'balances'),
    balances("{ account: { where: { balances: { some: { name: 'x', nmae: 'x' } } } } }"),
  ),
  refusal(
    'I11',
    'nmae',
    unknown('nmae', 'transactionLines'),
    'client.transactions.list({ include: { lines: { where: { amount: 1, nmae: 1 } } } })',
  ),
];

const filters = [
  refusal(
    'W2',
    'nmae',
    "'nmae' does not exist in type 'Filter<\"balances\", PaymentsSchema>'",
    filter("{ nmae: 'x' }"),
  ),
  refusal('W2', 'nmae', "'nmae' does not exist in type", filter("{ name: 'x', nmae: 'x' }")),
  refusal(
    'W2',
    'lines',
    "'lines' does not exist in type",
    'client.accounts.list({ where: { lines: {} } })',
  ),
  refusal('D10', 'account', "'account' does not exist in type", filter("{ account: { id: 'x' } }")),
  refusal('W1', 'name', "Type 'number' is not assignable", filter('{ name: 1 }')),
  refusal('W1', 'name', "Type 'true' is not assignable", filter('{ name: true }')),
  refusal(
    'W1',
    'amount',
    "Type 'string' is not assignable",
    "client.transactionLines.list({ where: { amount: '1' } })",
  ),
  refusal('W1', "'main'", useIn, filter("{ type: ['main'] }")),
  refusal('W1', 'new', useIn, filter('{ created_at: [new Date()] }')),
  refusal('W1', "'x'", useIn, filter("{ id: ['x'] }")),
  refusal('W1', "'x'", useIn, filter("{ name: ['x', 'y'] }")),
  refusal('W1', '1', useIn, filter('{ balance: [1] }')),
  refusal(
    'W1',
    'true',
    useIn,
    'client.balances.list({ include: { unit: { where: { max_precision: [true] } } } })',
  ),
  refusal('W1', 'name', useIn, filter('{ name: words }')),
  refusal(
    'W1',
    'mode',
    'The service decides on letter case.',
    filter("{ name: { like: 'x', mode: 'x' } }"),
  ),
  refusal('W1', 'equals', 'Did you mean `eq`?', filter("{ name: { equals: 'x' } }")),
  refusal('W1', 'name', 'Did you mean `like`?', filter("{ name: { startsWith: 'x' } }")),
  refusal('W2', 'NOT', 'Use `neq` or `not_in` of a field', filter("{ NOT: { type: 'x' } }")),
  refusal(
    'W3',
    'NOT',
    'Use `neq` or `not_in` of a field',
    filter('{ OR: [{ NOT: { type: "x" } }] }'),
  ),
  refusal(
    'W4',
    'any',
    'Did you mean `some`?',
    'client.accounts.list({ where: { balances: { any: {} } } })',
  ),
  refusal('D17', 'name', "Type 'null' is not assignable", filter('{ name: null }')),
  refusal('D17', 'name', "Type 'null' is not assignable", filter('{ name: nullable }')),
  refusal('D17', 'gt', "Type 'null' is not assignable", filter('{ external_id: { gt: null } }')),
  refusal(
    'D17',
    'like',
    "Type 'null' is not assignable",
    filter('{ external_id: { like: null } }'),
  ),
  refusal('W1', 'lke', "'lke' does not exist in type", filter("{ name: { lke: 'x' } }")),
  refusal('W1', 'lke', "'lke' does not exist in type", filter("{ name: { eq: 'x', lke: 'x' } }")),
  refusal('W1', 'like', 'not assignable to type', filter('{ name: { like: 1 } }')),
  refusal('W1', 'in', 'not assignable to type', filter("{ name: { in: 'x' } }")),
  refusal('W1', '1', 'not assignable to type', filter("{ name: { in: ['x', 1] } }")),
  refusal(
    'W1',
    'like',
    "'like' does not exist in type",
    "client.transactionLines.list({ where: { amount: { like: '1' } } })",
  ),
  refusal(
    'W1',
    'gt',
    "'gt' does not exist in type",
    "client.accounts.list({ where: { status: { gt: 'active' } } })",
  ),
  refusal(
    'W1',
    'like',
    "'like' does not exist in type",
    "client.accounts.list({ where: { status: { like: 'act' } } })",
  ),
  refusal(
    'W1',
    'like',
    "'like' does not exist in type",
    filter("{ created_at: { like: '2026' } }"),
  ),
  refusal('W1', 'gt', 'not assignable to type', filter('{ created_at: { gt: 1 } }')),
  refusal('W1', 'gt', "'gt' does not exist in type", filter("{ variables: { gt: 'x' } }")),
  refusal('W7', 'variables', 'not assignable to type', filter("{ variables: { contains: 'x' } }")),
  refusal('W9', 'variables', 'not assignable to type', filter('{ variables: { exists: 1 } }')),
  refusal('D27', 'nothing', 'not assignable to type', filter('{ variables: [{ a: new Date() }] }')),
  refusal(
    'D27',
    'colour',
    "'colour' does not exist in type",
    filter("{ variables: { colour: 'red' } }"),
  ),
  refusal(
    'W3',
    'name',
    "'name' does not exist in type 'readonly Filter",
    filter("{ AND: { name: 'x' } }"),
  ),
  refusal(
    'W3',
    'nmae',
    "'nmae' does not exist in type",
    filter("{ AND: [{ name: 'x' }, { nmae: 'x' }] }"),
  ),
  refusal(
    'W3',
    'name',
    "Type 'number' is not assignable",
    filter('{ OR: [{ AND: [{ name: 1 }] }] }'),
  ),
  refusal('W3', 'or', "'or' does not exist in type", filter("{ or: [{ name: 'x' }] }")),
  refusal(
    'W4',
    'name',
    "'name' does not exist in type",
    "client.accounts.list({ where: { balances: { name: 'x' } } })",
  ),
  refusal(
    'W4',
    'nmae',
    "'nmae' does not exist in type",
    "client.accounts.list({ where: { balances: { some: { nmae: 'x' } } } })",
  ),
  refusal(
    'W4',
    'lke',
    "'lke' does not exist in type",
    "client.accounts.list({ where: { balances: { none: { name: { lke: 'x' } } } } })",
  ),
  refusal(
    'W4',
    'sme',
    "'sme' does not exist in type",
    'client.accounts.list({ where: { balances: { sme: {} } } })',
  ),
  refusal(
    'W4',
    'amount',
    "Type 'string' is not assignable",
    "client.transactions.list({ where: { lines: { every: { amount: 'x' } } } })",
  ),
];

const undefinedOperands = [
  refusal('D18', 'where', "Type 'undefined' is not assignable", filter('{ id: undefined }')),
  refusal('D18', 'where', "Type 'undefined' is not assignable", filter('{ name: maybe }')),
  refusal('D18', 'name', "Type 'undefined' is not assignable", filter('{ name: { eq: maybe } }')),
  refusal(
    'D18',
    'name',
    "Type 'undefined' is not assignable",
    filter('{ name: { like: search.text } }'),
  ),
  refusal(
    'D18',
    'name',
    "Type 'undefined' is not assignable",
    filter("{ name: { like: 'x', gt: maybe } }"),
  ),
  refusal(
    'D18',
    'created_at',
    "Type 'undefined' is not assignable",
    filter('{ created_at: { gte: search.from } }'),
  ),
  refusal(
    'D18',
    'undefined',
    "Type 'undefined' is not assignable",
    filter('{ name: { in: [undefined] } }'),
  ),
];

/** In a generic function, only `id` is certain. */
const insideWrappers = ["ValidInclude<'balances', Chosen>", "Include<'balances'>"].map(
  (constraint) =>
    refusal(
      'I1',
      'name',
      "Property 'name' does not exist",
      `async <const Chosen extends ${constraint}>(include: Chosen) => (await client.balances.list({ include }))[0]!.name`,
    ),
);

const queries = [
  refusal(
    'D2',
    'flag',
    "Property 'include' is missing in type",
    'client.balances.list(flag ? { include: { unit: true } } : { take: 1 })',
  ),
  refusal(
    'D2',
    'flag',
    "Type '{}' is not assignable to type 'GetQuery<{ readonly unit: true; }>'",
    "client.balances.get('id', flag ? { include: { unit: true } } : {})",
  ),
  refusal(
    'D2',
    'flag',
    "'undefined' is not assignable",
    'client.balances.list(flag ? { include: { unit: true } } : undefined)',
  ),
  refusal(
    'D2',
    'flag',
    "'undefined' is not assignable",
    "client.balances.get('id', flag ? { include: { unit: true } } : undefined)",
  ),
  refusal(
    'D2',
    'flag',
    "'undefined' is not assignable",
    'client.balances.pages(flag ? { include: { unit: true } } : undefined)',
  ),
  refusal(
    'D2',
    'flag',
    "'undefined' is not assignable",
    'client.balances.iterate(flag ? { include: { unit: true } } : undefined)',
  ),
  refusal(
    'D2',
    'were',
    "'were' does not exist in type",
    "client.balances.list({ were: { name: 'x' } })",
  ),
  refusal(
    'D2',
    'were',
    "'were' does not exist in type",
    "client.balances.list({ include: { name: true }, were: { name: 'x' } })",
  ),
  refusal(
    'D2',
    'where',
    'Filter with list().',
    "client.balances.get('id', { where: { name: 'x' } })",
  ),
  refusal(
    'D2',
    'nmae',
    "'nmae' does not exist in type",
    "client.balances.list({ orderBy: { nmae: 'asc' } })",
  ),
  refusal(
    'D2',
    'name',
    'not assignable to type',
    "client.balances.list({ orderBy: { name: 'up' } })",
  ),
  refusal(
    'D2',
    'variables',
    "'variables' does not exist in type",
    "client.balances.list({ orderBy: { variables: 'asc' } })",
  ),
  refusal(
    'D2',
    'unit',
    "'unit' does not exist in type",
    "client.balances.list({ orderBy: { unit: 'asc' } })",
  ),
  refusal('D2', 'take', 'not assignable to type', "client.balances.list({ take: '10' })"),
];

const next = 'Pass it in the next argument.';

/** Names of other libraries, and options in the wrong place. */
const names = [
  refusal('D2', 'limit', 'Did you mean `take`?', 'client.balances.list({ limit: 1 })'),
  refusal(
    'D2',
    'limit',
    'Did you mean `take`?',
    'client.balances.list({ limit: 1, take: 1, where: {} })',
  ),
  refusal(
    'D2',
    'limit',
    'Did you mean `take`?',
    'client.balances.list({ limit: 1, include: { name: true } })',
  ),
  refusal(
    'D2',
    'select',
    'Did you mean `include`?',
    'client.balances.list({ select: { name: true } })',
  ),
  refusal(
    'D2',
    'filter',
    'Did you mean `where`?',
    'client.balances.all({ filter: { name: "x" } })',
  ),
  refusal(
    'D2',
    'fields',
    'Did you mean `include`?',
    'client.balances.get("id", { fields: { name: true } })',
  ),
  refusal(
    'D2',
    'take',
    'Use `pageSize`, or list().',
    'client.balances.all({ take: 1, where: {} })',
  ),
  refusal('D2', 'limit', next, 'client.balances.all({ limit: 1, where: {} })'),
  refusal('D2', 'signal', next, 'client.balances.list({ signal: AbortSignal.timeout(1) })'),
  refusal(
    'D2',
    'timeout',
    next,
    'client.balances.get("id", { timeout: 1, include: { name: true } })',
  ),
  refusal(
    'D2',
    'limit',
    'leave the loop with `break`',
    'client.balances.iterate({}, { limit: 1, pageSize: 1 })',
  ),
  refusal(
    'D2',
    'retries',
    'Did you mean `retry`?',
    'client.balances.list({}, { retries: 1, timeout: 1 })',
  ),
  refusal(
    'D2',
    'retries',
    'Did you mean `retry`?',
    'client.balances.all({}, { retries: 1, limit: 1 })',
  ),
  refusal('D2', 'retries', 'Did you mean `retry`?', "client.apiKeys.revoke('id', { retries: 1 })"),
  refusal('D2', 'json', 'Did you mean `body`?', "client.request('POST', '/x', { json: {} })"),
  refusal('D2', 'retries', 'Did you mean `retry`?', 'client.with({ retries: 1, timeout: 1 })'),
  refusal('D2', 'url', 'Did you mean `baseUrl`?', "createClient({ url: 'x', apiKey: 'x' })"),
  refusal(
    'D2',
    'retries',
    'Did you mean `retry`?',
    "createClient({ baseUrl: 'x', apiKey: 'x', retries: 1 })",
  ),
  refusal('D2', 'client', 'Use list(), or get() for one row.', 'client.balances.findMany!({})'),
];

/** Everything that must not compile. */
export const refusals: readonly Refusal[] = [
  ...unknownKeys,
  ...unknownKeysInChoices,
  ...mixing,
  ...wrongValues,
  ...filteredRelations,
  ...filters,
  ...undefinedOperands,
  ...insideWrappers,
  ...queries,
  ...names,
];
