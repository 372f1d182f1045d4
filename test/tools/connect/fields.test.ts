import { enumeration, extendSchema, paymentsSchema } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { readFrom, readStatic, rowsWith, uuidOf } from './static-service.js';

/** The declaration that the values of a field lead to, or why there is none. */
async function declarationOf(
  values: readonly unknown[],
  options: { values?: boolean; name?: string } = {},
) {
  const { name = 'extra' } = options;
  const rows = rowsWith(values.length, (index) => ({
    status: 'active',
    identifier_prefix: 'a',
    identifier_value: 'b',
    ...(values[index] !== undefined && { [name]: values[index] }),
  }));
  const read = await readStatic({ '/accounts': { rows } }, { values: options.values ?? true });
  const [note] = read.undeclared;
  if (note) return `// ${note.text}`;
  return new RegExp(`^ {6}${name}: (.*?),\n {4}(?:\\}|  \\w)`, 'ms')
    .exec(read.text)?.[1]
    ?.replace(/\s+/g, ' ')
    .replace('( ', '(')
    .replace(', )', ')');
}

const repeat = (...values: readonly (readonly [value: unknown, count: number])[]) =>
  values.flatMap(([value, count]) => Array.from({ length: count }, () => value));

describe('a field that the schema lacks [decision 46]', () => {
  test.each([
    ['UUIDs', [uuidOf(1), uuidOf(2).toUpperCase()], 'uuid()'],
    ['a UUID and another text', [uuidOf(1), 'x'], 'string()'],
    ['dates in UTC', ['2026-01-31T12:00:00.000Z'], 'date()'],
    ['dates with an offset', ['2026-01-31T12:00:00+01:00'], 'date()'],
    ['dates without a time', ['2026-01-31'], 'string()'],
    ['dates without a time zone', ['2026-01-31T12:00:00'], 'string()'],
    ['dates that do not exist', ['2026-02-30T12:00:00Z'], 'string()'],
    ['decimal strings with a fraction', ['1', '-0.50'], 'decimal()'],
    ['digits', ['4711', '0042'], 'string()'],
    ['a decimal with an exponent', ['1.5', '1e5'], 'string()'],
    ['integers', [1, -2, 0], 'integer()'],
    ['integers and fractions', [1, 0.5], 'number()'],
    ['integers that JSON may have rounded', [2 ** 53], 'number()'],
    ['booleans', [true, false], 'boolean()'],
    ['objects', [{}, { a: [1] }], 'json()'],
    ['objects and null', [{}, null], 'nullable(json())'],
    ['empty text', ['', ''], 'string()'],
    ['null', [null, null], '// null in 2 of 2 rows'],
    ['arrays of text', [['a'], []], "json('array')"],
    ['empty arrays', [[], null], '// empty array (2 of 2 rows; null in 1)'],
    ['arrays of several types', [['a', 1], null], "nullable(json('array'))"],
    [
      'arrays and objects',
      [['a'], {}],
      '// values of several types: an array, an object (2 of 2 rows)',
    ],
    [
      'several types',
      ['a', 1, {}],
      '// values of several types: a number, a string, an object (3 of 3 rows)',
    ],
    ['a value in some rows', ['a', undefined, null], '// only in 2 of 3 rows; null in 1'],
  ])('with %s', async (_, values, expected) => {
    expect(await declarationOf(values)).toBe(expected);
  });
});

describe('text is an enumeration [decision 46]', () => {
  const enumeration = (...members: string[]) =>
    `enumeration(${members.map((member) => `'${member}'`).join(', ')})`;
  const codes = (count: number) =>
    Array.from({ length: count }, (_, index) => `code${String(index).padStart(2, '0')}`);

  test('if at least 20 rows have a value', async () => {
    expect(await declarationOf(repeat(['b', 10], ['a', 10], [null, 5]))).toBe(
      `nullable(${enumeration('a', 'b')})`,
    );
    expect(await declarationOf(repeat(['b', 10], ['a', 9], [null, 5]))).toBe('nullable(string())');
  });

  test('if there are at most 12 values, in four rows each on average', async () => {
    expect(await declarationOf(repeat(...codes(12).map((code) => [code, 4] as const)))).toBe(
      enumeration(...codes(12)),
    );
    expect(await declarationOf(repeat(...codes(13).map((code) => [code, 40] as const)))).toBe(
      'string()',
    );
    expect(await declarationOf(repeat(['a', 4], ['b', 4], ['c', 4], ['d', 4], ['e', 4]))).toContain(
      'enumeration',
    );
    expect(
      await declarationOf(repeat(['a', 4], ['b', 4], ['c', 4], ['d', 4], ['e', 3], ['f', 4])),
    ).toBe('string()');
  });

  test('if every value looks like a code', async () => {
    expect(await declarationOf(repeat(['on-hold', 10], ['v1.2_x', 10]))).toBe(
      enumeration('on-hold', 'v1.2_x'),
    );
    for (const text of [
      'Ada Lovelace',
      'ada@example.com',
      '42',
      '#fff',
      '',
      'é',
      `a${'b'.repeat(40)}`,
    ])
      expect(await declarationOf(repeat(['on-hold', 10], [text, 10]))).toBe('string()');
  });

  test('without the values that a single row has', async () => {
    expect(await declarationOf(repeat(['open', 20], ['secret', 1]))).toBe(enumeration('open'));
  });

  test('without any values if they are not wanted', async () => {
    expect(await declarationOf(repeat(['open', 20]), { values: false })).toBe('enumeration()');
  });

  test('never if it is a reference to another row', async () => {
    expect(await declarationOf(repeat(['eur', 20]), { name: 'currency_id' })).toBe('string()');
  });
});

describe('a field that the schema declares [decision 46]', () => {
  const account = { status: 'active', identifier_prefix: 'a', identifier_value: 'b' };
  const readAccounts = (...rows: readonly object[]) =>
    readStatic({
      '/accounts': { rows: rowsWith(rows.length, (index) => ({ ...account, ...rows[index] })) },
    });
  test('is left alone if its values fit', async () => {
    const lines = rowsWith(2, () => ({ account_id: uuidOf(1), amount: 12 }));
    const { text, schema } = await readStatic({ '/transactions/lines': { rows: lines } });
    expect(schema).toEqual(paymentsSchema);
    expect(text).toContain('export const schema = paymentsSchema;\n');
  });

  test('becomes nullable if it is null, and keeps its values', async () => {
    const { text } = await readAccounts({ status: null }, {});
    expect(text).toContain(
      "/** 2 of 2 rows; null in 1. */\n      status: nullable(enumeration('active')),",
    );
  });

  test('gets another kind if its values do not fit', async () => {
    const { text } = await readAccounts({ identifier_prefix: 1 }, { identifier_prefix: 2 });
    expect(text).toContain(
      '/** 2 of 2 rows; declared as string(). */\n      identifier_prefix: integer(),',
    );
  });

  test('gets new values that two rows have', async () => {
    const rows = [
      { status: 'frozen' },
      { status: 'frozen' },
      { status: 'once' },
      { status: 'two words' },
      { status: 'two words' },
    ];
    const { text } = await readAccounts(...rows);
    expect(text).toContain(
      "/** 5 of 5 rows; 1 new value. */\n      status: enumeration('active', 'frozen'),",
    );
  });

  test('that no row has is removed', async () => {
    const rows = rowsWith(3, () => ({ status: 'active', identifier_prefix: 'a' }));
    const { text, schema } = await readStatic({ '/accounts': { rows } });
    expect(text).toContain(
      '// Removed from the schema: the service does not return these.\n' +
        '// - accounts.identifier: 0 of 3 rows, even if an include names it\n' +
        '// - accounts.identifier_value: 0 of 3 rows, even if an include names it\n' +
        '// - accounts.balances: 0 of 3 rows, even if an include names it\n',
    );
    expect(text).toContain('      identifier: null,\n      identifier_value: null,\n');
    expect(Object.keys(schema.accounts?.fields ?? {})).toEqual([
      'id',
      'status',
      'identifier_prefix',
    ]);
    expect(schema.accounts?.relations).toEqual({});
  });

  test('loses the values that the service rejects', async () => {
    const schema = extendSchema(paymentsSchema, {
      transactions: {
        fields: { status: enumeration('completed', 'pending', 'failed', 'scheduled') },
      },
    });
    const mock = createMock({ schema, dialect: { enumerations: 'closed' } });
    const { text } = await readFrom(mock.clientOptions);
    expect(text).toContain(
      "      status: enumeration('completed', 'pending', 'failed', 'scheduled'),\n",
    );
    expect(text).toContain('/** 24 of 24 rows; 4 rejected values. */');
    const open = await readFrom(createMock({ schema }).clientOptions);
    expect(open.schema.transactions?.fields.status?.values).toEqual(
      paymentsSchema.transactions.fields.status.values,
    );
  });

  test.each([
    ['only an unknown one if others are accepted', 8, () => true, false, ['no_such_value'], []],
    ['each if the absent ones are wanted', 3, () => true, true, ['v1', 'v2'], ['absent', 'absent']],
    [
      'each if an unknown one is rejected',
      3,
      (value: string) => value === 'active' || value === 'v2',
      false,
      ['no_such_value', 'v1', 'v2', 'active'],
      ['rejected', 'absent'],
    ],
    ['and none is rejected if all are', 3, () => false, true, ['v1', 'v2', 'active'], []],
    ['none of more than 20', 21, () => false, true, [], []],
  ])(
    'is asked for values that no row has: %s',
    async (_, count, accepts, asksForUnseen, asked, found) => {
      const values: string[] = [];
      const fetch = async (input: RequestInfo | URL) => {
        const { pathname, searchParams } = new URL((input as Request).url);
        const value = /^status.*'(\w+)'/.exec(searchParams.get('where') ?? '')?.[1];
        if (value !== undefined) values.push(value);
        if (value !== undefined && !accepts(value)) return Response.json({}, { status: 400 });
        const isListed = pathname === '/v1/accounts' && (value ?? 'active') === 'active';
        return Response.json(isListed ? [{ id: uuidOf(1), ...account }] : []);
      };
      const others = Array.from({ length: count - 1 }, (_, index) => `v${index + 1}`);
      const base = extendSchema(paymentsSchema, {
        accounts: { fields: { status: enumeration('active', ...others) } },
      });
      const connection = { baseUrl: 'https://api.example.com', apiKey: 'test-key', fetch };
      const { unseenValues } = await readFrom(connection, { asksForUnseen }, base);
      expect(values).toEqual(asked);
      expect([...(unseenValues.get('accounts.status')?.values() ?? [])]).toEqual(found);
    },
  );

  test('that is only returned if an include names it becomes computed', async () => {
    const rows = rowsWith(2, () => ({ status: 'active', identifier_prefix: 'a' }));
    const { text } = await readStatic({
      '/accounts': { rows, included: { identifier_value: () => 'b' } },
    });
    expect(text).toContain("identifier_value: computed(string(), () => ''),");
  });

  test('that is computed and returned by default becomes a stored one', async () => {
    expect((await readAccounts({ identifier: 'a-b' })).text).toContain(
      '      identifier: string(),',
    );
  });

  test('with dates finer than a millisecond is a date', async () => {
    const row = { created_at: '2026-01-31T12:00:00.123456Z' };
    expect((await readAccounts(row, row)).text).toContain('created_at: date(),');
  });

  test('is text for ids that are not UUIDs', async () => {
    const rows = [
      { ...account, id: 'acc_1' },
      { ...account, id: 'acc_2' },
    ];
    const { text, schema } = await readStatic({ '/accounts': { rows } });
    expect(text).toContain('/** 2 of 2 rows; declared as uuid(). */\n      id: string(),');
    expect(schema.accounts?.fields.id?.kind).toBe('string');
  });
});

test('names that no query can contain are listed, and safe in the comment', async () => {
  const rows = [
    {
      id: uuidOf(1),
      status: 'active',
      identifier_prefix: 'a',
      identifier_value: 'b',
      ...JSON.parse(
        '{"__proto__": 1, "a:b": 2, "7": 3, "": 4, "AND": 5, "\\ud800": 6, "x\\u2028y": []}',
      ),
    },
  ];
  const { text } = await readStatic({ '/accounts': { rows } });
  const listed = text
    .split('\n')
    .filter((line) => line.startsWith('// - accounts') && !line.includes('0 of 1'));
  expect(listed).toEqual([
    "// - accounts.'': this name cannot be used in a query",
    "// - accounts.'7': this name cannot be used in a query",
    '// - accounts.AND: this name cannot be used in a query',
    '// - accounts.__proto__: this name cannot be used in a query',
    "// - accounts.'a:b': this name cannot be used in a query",
    "// - accounts.'x\\u2028y': empty array (1 of 1 row)",
    "// - accounts.'\\ud800': this name cannot be used in a query",
  ]);
});
