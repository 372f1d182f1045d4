import {
  createClient,
  defineSchema,
  extendSchema,
  isConfigurationError,
  many,
  one,
  paymentsSchema,
  pickSchema,
  string,
  uuid,
} from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { listQueryOptions } from 'payments-data-client/tanstack-query';
import { zodValidator } from 'payments-data-client/validation';
import { describe, expect, test } from 'vitest';
import { failure } from '../fixtures/failure.js';
import { complain, versions } from '../types/lib/compiler.js';
import { createEditor } from '../types/lib/editor.js';

const picks = {
  balances: ['available_balance', 'name', 'unit'],
  units: ['symbol', 'name'],
} as const;

describe('a picked schema', () => {
  test('has the picked fields and `id`, in the order of the schema', () => {
    const { balances, units, ...others } = pickSchema(paymentsSchema, picks);
    expect(others).toEqual({});
    expect(Object.keys(balances.fields)).toEqual(['id', 'name', 'available_balance']);
    expect(Object.keys(balances.relations)).toEqual(['unit']);
    expect([Object.keys(units.fields), Object.keys(units.relations)]).toEqual([
      ['id', 'name', 'symbol'],
      [],
    ]);
  });

  test('keeps paths, operations, and each field and relation as it is', () => {
    const { balances, units } = pickSchema(paymentsSchema, picks);
    expect([balances.path, balances.operations]).toEqual(['/balances', ['get', 'list']]);
    expect([units.path, units.operations]).toEqual([undefined, []]);
    expect(balances.fields.name).toBe(paymentsSchema.balances.fields.name);
    expect(balances.relations.unit).toBe(paymentsSchema.balances.relations.unit);
  });

  test('does not say that its field list is incomplete, which would be a hint at hidden fields', () => {
    const { accounts } = pickSchema(paymentsSchema, { accounts: ['status'] });
    expect('incomplete' in paymentsSchema.accounts).toBe(true);
    expect('incomplete' in accounts).toBe(false);
  });

  test('leaves the schema unchanged', () => {
    const before = JSON.stringify(paymentsSchema);
    pickSchema(paymentsSchema, picks);
    expect(JSON.stringify(paymentsSchema)).toBe(before);
  });

  test('accepts `id`, a name twice, and a resource with `id` alone', () => {
    const schema = pickSchema(paymentsSchema, {
      balances: ['id', 'name', 'name'],
      accounts: ['id'],
    });
    expect(Object.keys(schema.balances.fields)).toEqual(['id', 'name']);
    expect(Object.keys(schema.accounts.fields)).toEqual(['id']);
  });

  test('can be picked from and extended', () => {
    const picked = pickSchema(pickSchema(paymentsSchema, picks), { balances: ['name'] });
    expect(Object.keys(picked.balances.fields)).toEqual(['id', 'name']);
    const extended = extendSchema(picked, { balances: { fields: { color: string() } } });
    expect(Object.keys(extended.balances.fields)).toEqual(['id', 'name', 'color']);
  });

  test('may have resources and properties with the names of inherited ones', () => {
    const schema = defineSchema({
      constructor: {
        path: '/constructor',
        operations: ['list'],
        fields: { id: uuid(), toString: string(), secret: string() },
        relations: { hasOwnProperty: many('where', { foreignKey: 'owner_id' }) },
      },
      where: {
        fields: { id: uuid(), include: string() },
        relations: { valueOf: one('constructor', { foreignKey: 'owner_id' }) },
      },
    });
    const picked = pickSchema(schema, {
      constructor: ['toString', 'hasOwnProperty'],
      where: ['include'],
    });
    expect(Object.keys(picked)).toEqual(['constructor', 'where']);
    expect(Object.keys(picked.constructor.fields)).toEqual(['id', 'toString']);
    expect(() => pickSchema(schema, { where: ['include', 'toString'] } as never)).toThrow(
      'pickSchema: where: `toString` is not a field or relation of where.',
    );
    expect(() => pickSchema(schema, { toString: ['id'] } as never)).toThrow(
      'pickSchema: `toString` is not a resource of the schema.',
    );
  });

  test.each<[string, unknown, string]>([
    ['no picks', undefined, 'pickSchema: expected an object of names by resource, got undefined.'],
    [
      'an array',
      ['balances'],
      'pickSchema: expected an object of names by resource, got an array.',
    ],
    [
      'an unknown resource',
      { balance: ['name'] },
      'pickSchema: `balance` is not a resource of the schema. Did you mean `balances`?',
    ],
    [
      'an unknown field',
      { balances: ['nmae'] },
      'pickSchema: balances: `nmae` is not a field or relation of balances. Did you mean `name`?',
    ],
    [
      'an inherited name',
      { balances: ['constructor'] },
      'pickSchema: balances: `constructor` is not a field or relation of balances.',
    ],
    [
      'no fields',
      { balances: [] },
      'pickSchema: balances: expected an array of at least one name, got [].',
    ],
    [
      'true',
      { balances: true },
      'pickSchema: balances: expected an array of at least one name, got true.',
    ],
    [
      'an include',
      { balances: { name: true } },
      'pickSchema: balances: expected an array of at least one name, got an object.',
    ],
    [
      'a name that is no text',
      { balances: [1] },
      'pickSchema: balances: expected names in the array, got 1.',
    ],
    [
      'a nested array, which would be read as its only name',
      { balances: [['name']] },
      'pickSchema: balances: expected names in the array, got an array.',
    ],
    [
      'an object',
      { balances: [{ name: true }] },
      'pickSchema: balances: expected names in the array, got an object.',
    ],
    [
      'a relation to a resource that is not picked',
      { balances: ['name', 'unit'] },
      'pickSchema: balances: `unit` is a relation to units. Pick a field of units too.',
    ],
  ])('rejects %s', (_, given, message) => {
    try {
      pickSchema(paymentsSchema, given as never);
    } catch (error) {
      expect(isConfigurationError(error) && error.message).toBe(message);
      return;
    }
    expect.fail('it should have thrown');
  });
});

describe('everything that takes a schema takes a picked one', () => {
  const schema = pickSchema(paymentsSchema, picks);
  const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
  const mock = createMock({
    schema,
    data: {
      units: [{ id: id(1), name: 'Euro', symbol: '€' }],
      balances: [{ id: id(2), name: 'Main', available_balance: '1.00', unit_id: id(1) } as never],
    },
  });
  const client = createClient({ ...mock.clientOptions, schema, validator: zodValidator() });
  const row = { id: id(2), name: 'Main', available_balance: '1.00' };

  test('the mock, the client and the validation', async () => {
    expect(await client.balances.list()).toEqual([row]);
    expect(await client.balances.get(id(2), { include: { unit: { symbol: true } } })).toEqual({
      ...row,
      unit: { id: id(1), symbol: '€' },
    });
    expect('units' in client).toBe(false); // only reachable as a relation
    expect('accounts' in client).toBe(false);
  });

  test('the client rejects what was not picked, with names that were', async () => {
    const messages = [
      [{ where: { type: 'main' } }, 'where: `type` is not a field or relation of balances.'],
      [
        { include: { account: true } },
        'include: `account` is not a field or relation of balances.',
      ],
      [
        { orderBy: { balance: 'asc' } },
        'orderBy: `balance` is not a field or relation of balances.',
      ],
      [
        { include: { unit: { nam: true } } },
        'include.unit: `nam` is not a field or relation of units. Did you mean `name`?',
      ],
    ] as const;
    for (const [query, message] of messages)
      expect((await failure(client.balances.list(query as never))).message).toBe(message);
  });

  test('the mock rejects what was not picked', async () => {
    const whole = createClient(mock.clientOptions);
    const error = await failure(whole.balances.list({ where: { type: 'main' } }));
    expect(error.message).toContain(
      '400 Bad Request: where: `type` is not a field or relation of balances.',
    );
  });

  test('the validation rejects a response with another kind', async () => {
    const strict = createClient({
      baseUrl: 'https://api.example.com',
      apiKey: 'key',
      schema,
      validator: zodValidator(),
      fetch: async () => Response.json([{ ...row, name: 5 }]),
    });
    expect((await failure(strict.balances.list())).message).toBe(
      'GET /v1/balances failed: the response does not match the query. [0].name: expected a string.',
    );
  });

  test('TanStack Query options', async () => {
    const { queryKey, queryFn } = listQueryOptions(client.balances, { where: { name: 'Main' } });
    expect(queryKey).toEqual([
      'payments-data-client',
      'balances',
      'list',
      { where: { name: 'Main' } },
    ]);
    expect(typeof queryFn).toBe('function');
  });
});

const head = `
import { createClient, defineSchema, many, one, paymentsSchema, pickSchema, string, uuid } from 'payments-data-client';
import type { Include, OrderBy, Row, Where } from 'payments-data-client';
type Same<One, Two> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Two ? 1 : 2 ? true : false;
declare function same<One, Two>(same: Same<One, Two>): void;
const picked = pickSchema(paymentsSchema, { balances: ['name', 'available_balance', 'archived_at', 'unit'], units: ['name', 'symbol'] });
type Picked = typeof picked;
const client = createClient({ baseUrl: '/api', apiKey: null, schema: picked });
`;

const accepted: readonly string[] = [
  "same<keyof Picked, 'balances' | 'units'>(true);",
  "same<Row<'balances', Picked>, { id: string; name: string; available_balance: string; archived_at: string | null }>(true);",
  "same<Row<'units', Picked>, { id: string; name: string; symbol: string }>(true);",
  "same<keyof Include<'balances', Picked>, 'id' | 'name' | 'available_balance' | 'archived_at' | 'unit'>(true);",
  "same<keyof Where<'balances', Picked>, 'id' | 'name' | 'available_balance' | 'archived_at' | 'AND' | 'OR'>(true);",
  "same<keyof OrderBy<'balances', Picked>, 'id' | 'name' | 'available_balance' | 'archived_at'>(true);",
  "same<keyof typeof client & ('balances' | 'units' | 'accounts'), 'balances'>(true);",
  'export const rows = async () => { const [row] = await client.balances.list({ include: { name: true, unit: { symbol: true } } }); same<typeof row, { id: string; name: string; unit: { id: string; symbol: string } } | undefined>(true); };',
  "pickSchema(paymentsSchema, { balances: ['id'] });",
  "pickSchema(paymentsSchema, { accounts: ['balances'], balances: ['name', 'account'] });",
  "pickSchema(picked, { units: ['name'] });",
];

/** Code, the text at which each compiler complains, and what it must say. */
const rejected: readonly [code: string, at: string, message: string][] = [
  [
    "pickSchema(paymentsSchema, { balances: [['name']] });",
    "['name']",
    'is not assignable to type ',
  ],
  [
    "pickSchema(paymentsSchema, { balances: ['nmae'] });",
    "'nmae'",
    `Type '"nmae"' is not assignable to type `,
  ],
  [
    "pickSchema(paymentsSchema, { balances: ['name', 'nmae'] });",
    "'nmae'",
    `Type '"nmae"' is not assignable to type `,
  ],
  [
    "pickSchema(paymentsSchema, { balances: ['name', 'unit'] });",
    "'unit'",
    '"pick a field of units too"',
  ],
  [
    "pickSchema(paymentsSchema, { balances: ['unit'], accounts: ['status'] });",
    "'unit'",
    '"pick a field of units too"',
  ],
  ['pickSchema(paymentsSchema, { balances: [] });', 'balances', '"pick at least one field"'],
  ["pickSchema(paymentsSchema, { balance: ['name'] });", 'balance', 'balance'],
  [
    "pickSchema(picked, { balances: ['type'] });",
    "'type'",
    `Type '"type"' is not assignable to type `,
  ],
  ["client.balances.list({ where: { type: 'main' } });", 'type', "'type' does not exist in type"],
  [
    "client.balances.list({ where: { OR: [{ account_id: 'a' }] } });",
    'account_id',
    "'account_id' does not exist in type",
  ],
  ['client.balances.list({ include: { balance: true } });', 'balance', 'balance'],
  [
    'client.balances.list({ include: { unit: { workspace_id: true } } });',
    'workspace_id',
    'workspace_id',
  ],
  [
    "client.balances.list({ orderBy: { created_at: 'asc' } });",
    'created_at',
    "'created_at' does not exist in type",
  ],
  ['client.accounts.list();', 'accounts', "Property 'accounts' does not exist on type"],
  ['client.units.list();', 'units', "Property 'units' does not exist on type"],
];

describe.each(versions)('types in TypeScript %s', { timeout: 60_000 }, (version) => {
  const code = [...accepted, ...rejected.map(([text]) => text)];
  const first = head.split('\n').length - 1;
  const complaints = () => complain(version, head + code.join('\n'));

  test('pick the types too, and reject what was not picked at its place', () => {
    const found = complaints();
    for (const [index, text] of accepted.entries())
      expect([text, found.filter(({ line }) => line === first + index)]).toEqual([text, []]);
    for (const [index, [text, at, message]] of rejected.entries()) {
      const here = found.filter(({ line }) => line === first + accepted.length + index);
      expect(
        here.some((one) => one.at.startsWith(at) && one.message.includes(message)),
        `${text}\n${JSON.stringify(here)}`,
      ).toBe(true);
    }
  });
});

describe.each(['5.9', '6.0'] as const)(
  'an editor with TypeScript %s',
  { timeout: 60_000 },
  (version) => {
    const sentence = 'The amount that can be spent. A decimal string.';
    const sentences: readonly [says: string, snippet: string, sentence: string][] = [
      ['of a row', '(await client.balances.list())[0]!.available_balance|', sentence],
      [
        'of an included row',
        '(await client.balances.list({ include: { available_balance: true } }))[0]!.available_balance|',
        sentence,
      ],
      [
        'of a related row',
        '(await client.balances.list({ include: { unit: { symbol: true } } }))[0]!.unit.symbol|',
        'The symbol of the unit, such as `$`.',
      ],
      [
        'that is a relation',
        '(await client.balances.list({ include: { unit: true } }))[0]!.unit|',
        'The unit of the balance.',
      ],
      ['of a filter', "client.balances.list({ where: { available_balance|: '1' } })", sentence],
      ['of an order', "client.balances.list({ orderBy: { available_balance|: 'asc' } })", sentence],
    ];
    const filter = 'client.balances.list({ where: { | } })';
    const include = 'client.balances.list({ include: { | } })';
    const pick = "pickSchema(paymentsSchema, { balances: ['|'] })";
    const resources = 'pickSchema(paymentsSchema, { | })';
    const editor = createEditor(version, head, [
      ...sentences.map(([, snippet]) => snippet),
      filter,
      include,
      pick,
      resources,
    ]);

    test.each(sentences)('shows the sentence on a field %s', (_, snippet, expected) => {
      expect(editor.hover(snippet).sentence).toBe(expected);
    });

    test('completes the picked names', () => {
      const fields = ['archived_at', 'available_balance', 'id', 'name'];
      expect(editor.complete(filter)).toEqual(['AND', 'OR', ...fields]);
      expect(editor.complete(include)).toEqual([...fields, 'unit']);
    });

    test('completes what can be picked', () => {
      expect(editor.complete(resources)).toEqual(Object.keys(paymentsSchema).sort());
      const { fields, relations } = paymentsSchema.balances;
      expect(editor.complete(pick)).toEqual(
        [...Object.keys(fields), ...Object.keys(relations)].sort(),
      );
    });
  },
);
