import type { Refusal } from './refusals.js';

/** A corner of include and where types, and what becomes of it. */
export interface EdgeCase {
  readonly number: number;
  /** A sentence that a user would say. */
  readonly says: string;
  /** Snippets that must not compile. */
  readonly refused?: readonly Omit<Refusal, 'rule'>[];
  /**
   * Statements that must compile; `rows<Row>()(list, true)` compiles only where the rows are
   * exactly so.
   */
  readonly accepted?: readonly string[];
  /** Where it is proved, if not here. */
  readonly elsewhere?: string;
}

const refuse = (
  number: number,
  says: string,
  ...refused: [key: string, words: string, code: string][]
): EdgeCase => ({
  number,
  says,
  refused: refused.map(([key, words, code]) => ({ key, words, code })),
});
const accept = (number: number, says: string, ...accepted: string[]): EdgeCase => ({
  number,
  says,
  accepted,
});
const elsewhere = (number: number, says: string, where: string): EdgeCase => ({
  number,
  says,
  elsewhere: where,
});

const balances = (include: string) => `client.balances.list({ include: ${include} })`;
const gives = (row: string, include: string) => `rows<${row}>()(${balances(include)}, true)`;
const inAccount = (where: string) =>
  `client.accounts.list({ include: { balances: { where: ${where} } } })`;
const inWrapper = (constraint: string) =>
  `async <const Chosen extends ${constraint}>(include: Chosen) => { const [row] = await client.balances.list({ include }); return row!.id satisfies string; }`;
const mixed = 'true and false cannot be mixed';
const unknown = (key: string, of: string) => `\`${key}\` is not a field or relation of ${of}`;

const circular = 'account: { balances: { '.repeat(10);

export const edgeCases: readonly EdgeCase[] = [
  refuse(1, 'an unknown key alone', [
    'nmae',
    unknown('nmae', 'balances'),
    balances('{ nmae: true }'),
  ]),
  refuse(2, 'an unknown key beside a right one', [
    'nmae',
    unknown('nmae', 'balances'),
    balances('{ name: true, nmae: true }'),
  ]),
  refuse(3, 'an unknown key three levels deep', [
    'nmae',
    unknown('nmae', 'units'),
    balances('{ account: { balances: { unit: { name: true, nmae: true } } } }'),
  ]),
  refuse(4, 'an unknown key beside where and include', [
    'incl',
    '`incl` is not allowed next to `where`',
    'client.accounts.list({ include: { balances: { where: {}, incl: {} } } })',
  ]),
  refuse(5, 'an unknown field in a filter', [
    'nmae',
    "'nmae' does not exist in type",
    "client.balances.list({ where: { name: 'x', nmae: 'x' } })",
  ]),
  refuse(6, 'an unknown field in a filter inside an include', [
    'nmae',
    '`nmae` is not a field or relation of balances',
    inAccount("{ name: 'x', nmae: 'x' }"),
  ]),
  refuse(
    7,
    'an unknown comparator beside a right one',
    [
      'eqq',
      "'eqq' does not exist in type",
      "client.balances.list({ where: { name: { eq: 'x', eqq: 'x' } } })",
    ],
    [
      'eqq',
      '`eqq` is not a comparator of string fields',
      inAccount("{ name: { eq: 'x', eqq: 'x' } }"),
    ],
  ),
  refuse(
    8,
    'a comparator that the field does not have',
    [
      'like',
      "'like' does not exist in type",
      "client.transactionLines.list({ where: { amount: { like: '1' } } })",
    ],
    ['in', 'not assignable to type', "client.balances.list({ where: { name: { in: 'x' } } })"],
    [
      'exists',
      "'exists' does not exist in type",
      "client.balances.list({ where: { name: { exists: 'x' } } })",
    ],
  ),
  refuse(9, 'true and false on one level [include 8]', [
    'type',
    mixed,
    balances('{ name: true, type: false }'),
  ]),
  refuse(
    10,
    'true and false on a nested level, written directly or beside a where',
    ['symbol', mixed, balances('{ unit: { name: true, symbol: false } }')],
    ['symbol', mixed, balances('{ unit: { where: {}, include: { name: true, symbol: false } } }')],
  ),
  refuse(11, 'true beside a flag that may be false', [
    'type',
    mixed,
    balances('{ name: true, type: flag }'),
  ]),
  accept(
    12,
    'a relation that is false comes not, and says nothing of the rest [decision 8]',
    gives('Balance', '{ unit: false }'),
  ),
  refuse(
    13,
    'a list or a text for a relation',
    ['unit', 'expected true, false or an include', balances('{ unit: [] }')],
    ['unit', 'expected true, false or an include', balances("{ unit: 'name' }")],
  ),
  accept(
    14,
    'a computed field that is false changes nothing [decision 6]',
    gives('Balance', '{ amount: false }'),
  ),
  refuse(
    15,
    'a flag that is 1, text or null',
    ['name', 'expected true or false', balances('{ name: 1 }')],
    ['name', 'expected true or false', balances("{ name: 'true' }")],
    ['name', 'expected true or false', balances('{ name: null }')],
  ),
  refuse(16, 'a variable with an unknown nested key', [
    'include',
    unknown('nmae', 'units'),
    balances('frozenTypoAgain'),
  ]),
  accept(
    17,
    '`id: false` is the exclusion form, and `id` still comes [include 4] [decision 7]',
    gives('Balance', '{ id: false }'),
  ),
  accept(
    18,
    'different forms on different levels [include 8]',
    gives(
      "{ id: string; name: string; unit: { [Key in Exclude<keyof Unit, 'name'>]: Unit[Key] } }",
      '{ name: true, unit: { name: false } }',
    ),
  ),
  refuse(19, '`id: true` beside a false flag is mixing [decision 7]', [
    'name',
    mixed,
    balances('{ id: true, name: false }'),
  ]),
  accept(20, 'an empty include gives the row [decision 8]', gives('Balance', '{}')),
  accept(
    21,
    'an include that is or may be undefined',
    gives('Balance', 'undefined'),
    gives('Balance | { id: string; name: string }', 'flag ? { name: true } : undefined'),
  ),
  accept(
    22,
    'no argument, and an empty query [include 1]',
    'rows<Balance>()(client.balances.list(), true)',
    'rows<Balance>()(client.balances.list({}), true)',
    "rows<Balance>()(client.balances.list({ where: { name: 'x' } }), true)",
  ),
  accept(
    23,
    'a constant that is used again [include 2] [include 6]',
    gives('{ id: string; name: string; unit: { id: string; symbol: string } }', 'frozen'),
  ),
  accept(
    24,
    '`satisfies Include` keeps the literals',
    gives('{ id: string; name: string }', "{ name: true } satisfies Include<'balances'>"),
  ),
  accept(
    25,
    'flags that widened to boolean make their fields optional',
    'same<keyof Awaited<ReturnType<typeof loadWidened>>[number], keyof Balance>(true)',
    "same<Selected<'balances', { name: boolean }>['id'], string>(true)",
    "same<undefined extends Selected<'balances', { name: boolean }>['name'] ? true : false, true>(true)",
  ),
  accept(
    26,
    'an include whose type is an interface or an alias',
    gives(
      "{ id: string; name: string; account: { id: string; status: Account['status'] } }",
      'written',
    ),
  ),
  accept(
    27,
    'readonly lists in `in`, AND and OR, and lists whose items have different fields',
    'rows<Balance>()(client.balances.list({ where: frozenWhere }), true)',
    `${inAccount('frozenWhere')}`,
    inAccount("({}) as Where<'balances'>"),
    "client.balances.list({ include: { account: { where: { balances: { some: {} as Where<'balances'> } } } } })",
    inAccount("{ OR: [{ name: 'x' }, flag ? { type: 'main' } : { balance: { gt: 1 } }] }"),
    inAccount("{ AND: [{ name: 'x' }, { type: 'main', ...(flag && { balance: { gt: 1 } }) }] }"),
    inAccount(
      "{ AND: [{ name: 'x' }, { OR: [{ type: 'main' }, flag ? { name: 'x' } : { balance: 1 }] }] }",
    ),
    inAccount("{ OR: [{ name: 'x' }, {} as { type: string; balance?: string }] }"),
    "client.balances.list({ include: { account: { where: { balances: { some: { OR: [{ name: 'x' }, flag ? { type: 'main' } : { balance: 1 }] } } } } } })",
  ),
  accept(
    28,
    'a choice between two includes gives a choice of rows',
    gives(
      '{ id: string; name: string } | { id: string; type: Balance["type"] }',
      'flag ? { name: true } : { type: true }',
    ),
  ),
  accept(
    29,
    'a spread under a condition makes what it brings optional',
    "rows<{ id: string; name: string; type?: Balance['type'] }>()(client.balances.list({ include: { name: true, ...(flag ? { type: true } : {}) } }), true)",
  ),
  accept(
    30,
    'a flag that is true or undefined',
    "rows<{ id: string; name: string; type?: Balance['type'] }>()(client.balances.list({ include: { name: true, type: flag ? true : undefined } }), true)",
    'rows<{ id: string; name: string; unit?: Unit }>()(client.balances.list({ include: { name: true, unit: flag ? true : undefined } }), true)',
  ),
  accept(
    31,
    'a flag that is undefined is as if absent',
    gives('Balance', '{ name: undefined }'),
    gives('{ id: string; type: Balance["type"] }', '{ name: undefined, type: true }'),
  ),
  accept(
    32,
    'a generic wrapper keeps the literals',
    'rows<{ id: string; name: string; unit: { id: string; symbol: string } }>()(load({ name: true, unit: { symbol: true } }), true)',
    'rows<Balance>()(load({}), true)',
    inWrapper("ValidInclude<'balances', Chosen>"),
    inWrapper("Include<'balances'>"),
    'rows<{ id: string; name: string; unit: { id: string; symbol: string } }>()(loadAny({ name: true, unit: { symbol: true } }), true)',
    'rows<Balance>()(loadAny({}), true)',
  ),
  accept(
    33,
    'a variable of type `Include` leaves only `id` sure',
    "same<{ [Key in keyof Wide]-?: undefined extends Wide[Key] ? never : Key }[keyof Wide], 'id'>(true)",
    'client.balances.list({ include: wideOrNone })',
    "same<undefined extends Selected<'balances', object>['name'] ? true : false, true>(true)",
    "same<Selected<'balances', object>['id'], string>(true)",
    'client.accounts.list({ include: { status: true, balances: wide } })',
    "client.accounts.list({ include: { balances: { where: { name: 'x' }, include: wide } } })",
  ),
  accept(
    34,
    '`any` gives neither `any` nor never',
    "same<Selected<'balances', any>['id'], string>(true)",
    "same<undefined extends Selected<'balances', any>['name'] ? true : false, true>(true)",
    'client.balances.list({ include: anything })',
    'client.balances.list({ include: { unit: anything, name: anything } })',
    'client.balances.list({ include: { type: false, name: anything } })',
  ),
  accept(
    35,
    '`never` is accepted, and gives never',
    'rows<never>()(client.balances.list({ include: nothing }), true)',
  ),
  elsewhere(36, 'exactOptionalPropertyTypes on and off', 'options.thorough.ts'),
  elsewhere(
    37,
    'noUncheckedIndexedAccess, verbatimModuleSyntax, isolatedDeclarations',
    'options.thorough.ts',
  ),
  elsewhere(38, 'without strictNullChecks', 'options.thorough.ts'),
  accept(
    39,
    'twenty levels of a circular include',
    `client.balances.list({ include: { ${circular} name: true ${' } }'.repeat(10)} } }).then(([row]) => row!.${'account.balances[0]!.'.repeat(10)}name satisfies string)`,
  ),
  accept(
    40,
    'fields and relations that are called where and include [decision 9]',
    'rows<{ id: string; where: string; include: string }>()(odd.forms.list({ include: { where: true, include: true } }), true)',
    "rows<{ id: string; where: string; parts: { id: string; label: string }[] }>()(odd.forms.list({ include: { where: true, parts: { where: { where: 'x' }, include: { label: true } } } }), true)",
    'rows<{ id: string; where: { id: string; name: string } }>()(crossed.trees.list({ include: { id: true, where: { name: true } } }), true)',
    "rows<{ id: string; where: { id: string; name: string } | null }>()(crossed.trees.list({ include: { id: true, where: { where: { name: 'x' } } } }), true)",
    "rows<{ id: string; leaves: { id: string; where: { id: string; name: string } }[] }>()(crossed.trees.list({ include: { id: true, leaves: { where: { name: 'x' }, include: { id: true, where: { name: true } } } } }), true)",
  ),
  accept(
    41,
    'a to-one relation that may be null, and a to-many one [include 5]',
    'rows<{ id: string; label: string; form: { id: string; where: string } | null }>()(odd.parts.list({ include: { label: true, form: { where: {}, include: { where: true } } } }), true)',
    'rows<{ id: string; form: { id: string; include: string; where: string } | null; label: string; where: string }>()(odd.parts.list({ include: { form: true } }), true)',
    "rows<{ id: string; unit: Unit | null }>()(client.balances.list({ include: { id: true, unit: { where: { name: 'x' } } } }), true)",
    'rows<{ id: string; status: Account["status"]; balances: Balance[] }>()(client.accounts.list({ include: { status: true, balances: true } }), true)',
  ),
  accept(
    42,
    'a JSON field is not walked',
    gives('{ id: string; variables: Balance["variables"] }', '{ variables: true }'),
    "client.balances.list({ where: { variables: { contains: { a: { b: [1, 'x', null] } }, eq: [1] } } })",
  ),
  accept(
    43,
    'a bare enum value inside OR, and one that is not known [decision 15]',
    "client.accounts.list({ where: { OR: [{ status: 'active' }, { status: 'new' }] } })",
  ),
  refuse(44, 'an undefined operand never means everything', [
    'where',
    "Type 'undefined' is not assignable",
    'client.balances.list({ where: { id: undefined } })',
  ]),
  elsewhere(45, 'hovers show the name of a row or a flat literal', 'editor.test.ts'),
  elsewhere(46, 'sentences and modifiers of fields survive', 'editor.test.ts'),
  elsewhere(47, 'go to definition reaches the interface', 'editor.test.ts'),
  elsewhere(48, 'completions at every depth', 'editor.test.ts'),
  elsewhere(49, 'completions without noise', 'editor.test.ts'),
  elsewhere(50, 'errors name the key and the resource, at the key', 'snippets.test.ts'),
  accept(
    51,
    '`Selected` of a constant is public, and equals what the call gives',
    "rows<Selected<'balances', typeof frozen>>()(client.balances.list({ include: frozen }), true)",
    "same<Awaited<ReturnType<typeof loadFrozen>>[number], Selected<'balances', typeof frozen>>(true)",
  ),
  elsewhere(52, 'declarations of exported wrappers', 'options.thorough.ts'),
  accept(
    53,
    'a row fits a narrower interface, and the whole row what was picked',
    'client.balances.list({ include: { name: true, type: true } }).then((list): { name: string }[] => list)',
    "({}) as Balance satisfies Selected<'balances', { name: true; type: true }>",
  ),
  elsewhere(54, 'the same on every version', 'snippets.test.ts'),
];
