import {
  computed,
  date,
  decimal,
  defineSchema,
  extendSchema,
  isConfigurationError,
  json,
  many,
  mockValues,
  nullable,
  one,
  paymentsSchema,
  string,
  uuid,
} from 'payments-data-client';
import { describe, expect, test } from 'vitest';

/** The message of the ConfigurationError that an invalid definition causes. */
const rejected = (definition: unknown): string =>
  messageOf(() => defineSchema(definition as Record<string, never>));

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (isConfigurationError(error)) return error.message.replace(/^(define|extend)Schema: /, '');
    throw error;
  }
  throw new Error('nothing was rejected');
}

const id = uuid();

describe('a schema', () => {
  test('of the package passes its own checks', () => {
    expect(extendSchema(paymentsSchema, {})).toEqual(paymentsSchema);
  });

  test('has each resource with its defaults', () => {
    const fields = { id, label: string() };
    expect(defineSchema({ wallets: { fields } })).toEqual({
      wallets: { path: undefined, operations: [], fields, relations: {} },
    });
  });

  test('may have circular relations', () => {
    const schema = defineSchema({
      people: {
        fields: { id },
        relations: {
          parent: one('people', { foreignKey: 'parent_id' }),
          pets: many('pets', { foreignKey: 'owner_id' }),
        },
      },
      pets: { fields: { id }, relations: { owner: one('people', { foreignKey: 'owner_id' }) } },
    });
    expect(schema.people.relations.pets.target).toBe('pets');
  });

  test('may use names such as constructor for resources, fields and relations', () => {
    const schema = defineSchema({
      constructor: { fields: { id, toString: string() } },
      things: { fields: { id }, relations: { valueOf: one('constructor', { foreignKey: 'x' }) } },
    });
    expect(Object.keys(schema)).toEqual(['constructor', 'things']);
  });

  test.each(['/wallets', '/payment-plans', '/transactions/lines', '/v2.1/a_b~c', '/A1'])(
    'accepts the path %s',
    (path) => {
      const things = { path, operations: ['list'], fields: { id } } as const;
      expect(defineSchema({ things }).things.path).toBe(path);
    },
  );
});

test('a field can reference a resource whose name has a hyphen', () => {
  const fields = { id, center_id: mockValues(uuid(), { references: 'cost-centers' }) };
  expect(defineSchema({ 'cost-centers': { fields } })['cost-centers'].fields).toEqual(fields);
});

describe('defineSchema rejects', () => {
  const unusable = 'this name cannot be used in a query. Use letters, digits and underscores.';

  test.each(['', 'a,b', 'a:b', '7', '\ud800'])('a field named %j', (name) => {
    const fields = { id, [name]: string() };
    expect(rejected({ things: { fields } })).toBe(
      `things.fields[${JSON.stringify(name)}]: ${unusable}`,
    );
  });

  describe.each(['', 'a,b', 'a:b', '7', '__proto__'])('the name %j', (name) => {
    const key = name === '__proto__' ? '.__proto__' : `[${JSON.stringify(name)}]`;

    test('of a relation', () => {
      const relations = { [name]: one('things', { foreignKey: 'x' }) };
      expect(rejected({ things: { fields: { id }, relations } })).toBe(
        `things.relations${key}: ${unusable}`,
      );
    });

    test('of a resource', () => {
      expect(rejected({ [name]: { fields: { id } } })).toBe(`${key.replace('.', '')}: ${unusable}`);
    });
  });

  test.each([
    ['no definition', undefined, 'expected an object of resources, got undefined.'],
    [
      'a resource that is undefined',
      { things: undefined },
      'things: expected an options object, got undefined.',
    ],
    [
      'an unknown option',
      { things: { path: '/things', operation: ['list'], fields: { id } } },
      'things: `operation` is not an option. Did you mean `operations`? The options are path, operations, fields, relations, incomplete.',
    ],
    [
      'a path without operations',
      { things: { path: '/things', fields: { id } } },
      "things: `path` requires `operations`. Add `operations: ['get', 'list']`, or one of them.",
    ],
    [
      'a field that follows one that is missing',
      {
        things: {
          fields: { id, total: decimal(), free: mockValues(decimal(), { follows: 'totl' }) },
        },
      },
      'things.fields.free: `follows` must name a decimal field that follows no other. Did you mean `total`?',
    ],
    [
      'a field that follows one of another kind',
      {
        things: {
          fields: { id, total: string(), free: mockValues(decimal(), { follows: '-total' }) },
        },
      },
      'things.fields.free: `follows` must name a decimal field that follows no other.',
    ],
    [
      'a field that follows itself',
      { things: { fields: { id, total: mockValues(decimal(), { follows: 'total' }) } } },
      'things.fields.total: `follows` must name a decimal field that follows no other.',
    ],
    [
      'a field that follows one that follows another',
      {
        things: {
          fields: {
            id,
            total: decimal(),
            free: mockValues(decimal(), { follows: 'total' }),
            half: mockValues(decimal(), { follows: 'free' }),
          },
        },
      },
      'things.fields.half: `follows` must name a decimal field that follows no other.',
    ],
    [
      'a field that follows a sign',
      {
        things: { fields: { id, total: decimal(), free: mockValues(decimal(), { follows: '-' }) } },
      },
      'things.fields.free: `follows` must name a decimal field that follows no other.',
    ],
    [
      'a field that references a missing resource',
      { things: { fields: { id, thing_id: mockValues(uuid(), { references: 'thing' }) } } },
      'things.fields.thing_id: `references`: `thing` is not a resource of the schema. Did you mean `things`?',
    ],
    [
      'a misspelled option of mockValues()',
      {
        things: {
          fields: {
            id,
            total: decimal(),
            free: mockValues(decimal(), { folows: 'total' } as never),
          },
        },
      },
      'things.fields.free: `folows` is not an option. Did you mean `follows`? The options are follows, references, format.',
    ],
    [
      'a field that follows no name',
      { things: { fields: { id, free: mockValues(decimal(), { follows: 1 as never }) } } },
      'things.fields.free: expected `follows` to be the name of a field, got 1.',
    ],
    [
      'a field that references no name',
      {
        things: {
          fields: { id, thing_id: mockValues(uuid(), { references: ['things'] as never }) },
        },
      },
      'things.fields.thing_id: expected `references` to be the name of a resource, got an array.',
    ],
    [
      'an unknown format',
      { things: { fields: { id, at: mockValues(date(), { format: 'nanoseconds' as never }) } } },
      'things.fields.at: expected `format` to be \'microseconds\', got "nanoseconds".',
    ],
    [
      'an unknown format of JSON',
      { things: { fields: { id, tags: json('list' as never) } } },
      'things.fields.tags: expected `format` to be \'array\', got "list".',
    ],
    [
      'a format of a kind without one',
      { things: { fields: { id, total: mockValues(decimal(), { format: 'microseconds' }) } } },
      'things.fields.total: expected `format` to be left out, got "microseconds".',
    ],
    [
      'a field of an unknown kind',
      { things: { fields: { id, name: { ...string(), kind: 'text' } } } },
      'things.fields.name: expected a field such as string() or decimal(), got an object.',
    ],
    ['no fields', { things: {} }, 'things.fields: `id` is missing. Add `id: uuid()`.'],
    [
      'no id',
      { things: { fields: { name: string() } } },
      'things.fields: `id` is missing. Add `id: uuid()`.',
    ],
    [
      'an inherited id',
      { things: { fields: Object.create({ id }) } },
      'things: expected `fields` to be an object of fields, got an instance of a class.',
    ],
    [
      'a nullable id',
      { things: { fields: { id: nullable(uuid()) } } },
      'things.fields.id: cannot be nullable or computed.',
    ],
    [
      'a computed id',
      { things: { fields: { id: computed(uuid(), () => 'a') } } },
      'things.fields.id: cannot be nullable or computed.',
    ],
    [
      'a field that is text',
      { things: { fields: { id, name: 'string' } } },
      'things.fields.name: expected a field such as string() or decimal(), got "string".',
    ],
    [
      'a builder that was not called',
      { things: { fields: { id, name: string } } },
      'things.fields.name: expected a field such as string() or decimal(), got a function.',
    ],
    [
      'a field that is undefined',
      { things: { fields: { id, name: undefined } } },
      'things.fields.name: expected a field such as string() or decimal(), got undefined.',
    ],
    [
      'a relation that is text',
      { things: { fields: { id }, relations: { owner: 'owners' } } },
      'things.relations.owner: expected a relation created by one() or many(), got "owners".',
    ],
    [
      'a relation to a missing resource',
      {
        things: { fields: { id }, relations: { owner: one('thing', { foreignKey: 'owner_id' }) } },
      },
      'things.relations.owner: `thing` is not a resource of the schema. Did you mean `things`?',
    ],
    [
      'a relation to an inherited name',
      {
        things: {
          fields: { id },
          relations: { owner: one('toString', { foreignKey: 'owner_id' }) },
        },
      },
      'things.relations.owner: `toString` is not a resource of the schema.',
    ],
    [
      'a relation without a foreign key',
      { things: { fields: { id }, relations: { parts: many('things', {} as never) } } },
      'things.relations.parts: `foreignKey` is missing.',
    ],
    [
      'a relation without options',
      { things: { fields: { id }, relations: { owner: one('things', undefined as never) } } },
      'things.relations.owner: `foreignKey` is missing.',
    ],
    [
      'a misspelled option of one()',
      {
        things: {
          fields: { id },
          relations: { owner: one('things', { foreignKey: 'owner_id', nulable: true } as never) },
        },
      },
      'things.relations.owner: `nulable` is not an option. Did you mean `nullable`? The options are foreignKey, nullable, filterable.',
    ],
    [
      'an option of one() with the wrong type',
      {
        things: {
          fields: { id },
          relations: { owner: one('things', { foreignKey: 'owner_id', filterable: 1 } as never) },
        },
      },
      'things.relations.owner: expected `filterable` to be true or false, got 1.',
    ],
    [
      'an empty foreign key',
      { things: { fields: { id }, relations: { owner: one('things', { foreignKey: '' }) } } },
      'things.relations.owner: expected `foreignKey` to be the name of a field, got "".',
    ],
    [
      'an option of one() in many()',
      {
        things: {
          fields: { id },
          relations: { parts: many('things', { foreignKey: 'owner_id', nullable: true } as never) },
        },
      },
      'things.relations.parts: expected `nullable` to be left out: many() has only `foreignKey`, got true.',
    ],
    [
      'a foreign key that is undefined',
      {
        things: {
          fields: { id },
          relations: { parts: { ...many('things', { foreignKey: 'a' }), foreignKey: undefined } },
        },
      },
      'things.relations.parts: `foreignKey` is missing.',
    ],
    [
      'a field and a relation of the same name',
      {
        things: {
          fields: { id, owner: string() },
          relations: { owner: one('things', { foreignKey: 'owner_id' }) },
        },
      },
      'things.relations.owner: a field has the same name. Rename one of them.',
    ],
    [
      'a field named AND',
      { things: { fields: { id, AND: string() } } },
      'things.fields.AND: this name is reserved for filters. Choose another name.',
    ],
    [
      'a relation named OR',
      { things: { fields: { id }, relations: { OR: many('things', { foreignKey: 'a' }) } } },
      'things.relations.OR: this name is reserved for filters. Choose another name.',
    ],
    [
      'two resources with the same path',
      { things: { path: '/things', fields: { id } }, others: { path: '/things', fields: { id } } },
      'others.path: `/things` is already the path of things.',
    ],
    [
      'operations without a path',
      { things: { operations: ['list'], fields: { id } } },
      'things: `operations` require a `path`.',
    ],
    [
      'an unknown operation',
      { things: { path: '/things', operations: ['list', 'create'], fields: { id } } },
      "things: expected `operations` to be an array of 'get' and 'list', got an array.",
    ],
  ])('%s', (_, definition, message) => {
    expect(rejected(definition)).toBe(message);
  });

  test.each([
    'things',
    '/',
    '',
    '/things/',
    '//things',
    '/a//b',
    '/a b',
    '/a?b=1',
    '/a#b',
    '/..',
    '/../admin',
    '/a/./b',
    '/a%2Fb',
    '/ä',
    '/a\n',
  ])('a path that a URL would read differently: %j', (path) => {
    expect(rejected({ things: { path, fields: { id } } })).toBe(
      `things: expected \`path\` to be a path such as /payment-plans, of letters, digits and \`-._~\`, got ${JSON.stringify(path)}.`,
    );
  });
});

describe('an extension', () => {
  test('adds fields and relations to a resource, and resources', () => {
    const schema = extendSchema(paymentsSchema, {
      transactions: {
        fields: { reference: nullable(string()) },
        relations: { entity: one('entities', { foreignKey: 'entity_id', nullable: true }) },
      },
      entities: {
        path: '/entities',
        operations: ['get', 'list'],
        fields: { id, name: string() },
        relations: { transactions: many('transactions', { foreignKey: 'entity_id' }) },
      },
    });
    expect(Object.keys(schema)).toEqual([...Object.keys(paymentsSchema), 'entities']);
    expect(Object.keys(schema.transactions.fields)).toEqual([
      'id',
      'status',
      'external_id',
      'entity_id',
      'route_id',
      'reference',
    ]);
    expect(Object.keys(schema.transactions.relations)).toEqual(['lines', 'entity']);
    expect(schema.transactions.path).toBe('/transactions');
    expect(schema.entities.operations).toEqual(['get', 'list']);
    expect(schema.balances).toBe(paymentsSchema.balances);
  });

  test('does not change the original schema', () => {
    const before = Object.keys(paymentsSchema.balances.fields);
    extendSchema(paymentsSchema, { balances: { fields: { reserve: decimal() } } });
    expect(Object.keys(paymentsSchema.balances.fields)).toEqual(before);
    expect(paymentsSchema).not.toHaveProperty('entities');
  });

  test('can add a path and operations to a resource', () => {
    const schema = extendSchema(paymentsSchema, {
      units: { path: '/units', operations: ['list'] },
    });
    expect(schema.units).toMatchObject({ path: '/units', operations: ['list'] });
    expect(schema.units.fields).toEqual(paymentsSchema.units.fields);
  });

  test('can be extended again', () => {
    const once = extendSchema(paymentsSchema, { entities: { fields: { id } } });
    const twice = extendSchema(once, { entities: { fields: { name: string() } } });
    expect(Object.keys(twice.entities.fields)).toEqual(['id', 'name']);
  });

  test('can add a resource named constructor', () => {
    const schema = extendSchema(paymentsSchema, { constructor: { fields: { id } } });
    expect(Object.keys(schema)).toContain('constructor');
  });

  test('replaces fields and relations', () => {
    const description = nullable(string());
    const unit = one('units', { foreignKey: 'unit_id', nullable: true });
    const schema = extendSchema(paymentsSchema, {
      balances: { fields: { description }, relations: { unit } },
    });
    expect(schema.balances.fields.description).toBe(description);
    expect(schema.balances.relations.unit).toBe(unit);
    expect(Object.keys(schema.balances.fields)).toEqual(
      Object.keys(paymentsSchema.balances.fields),
    );
    expect(schema.balances.relations.account).toBe(paymentsSchema.balances.relations.account);
  });

  test('removes fields and relations that are null', () => {
    const schema = extendSchema(paymentsSchema, {
      balances: { fields: { amount: null, reserve: decimal() }, relations: { unit: null } },
    });
    const { amount: _, ...others } = paymentsSchema.balances.fields;
    expect(schema.balances.fields).toEqual({ ...others, reserve: decimal() });
    expect(Object.keys(schema.balances.relations)).toEqual(['account']);
  });

  test.each([
    [
      'an unknown option',
      { transactions: { feilds: { reference: string() } } },
      'transactions: `feilds` is not an option. Did you mean `fields`? The options are path, operations, fields, relations, incomplete.',
    ],
    [
      'a field beside the fields',
      { transactions: { reference: string() } },
      'transactions: `reference` is a field. Move it into `fields`.',
    ],
    [
      'a field with the name of an existing relation',
      { balances: { fields: { unit: string() } } },
      'balances.relations.unit: a field has the same name. Rename one of them.',
    ],
    [
      'a relation with the name of an existing field',
      { balances: { relations: { name: one('units', { foreignKey: 'unit_id' }) } } },
      'balances.relations.name: a field has the same name. Rename one of them.',
    ],
    [
      'a new resource without an id',
      { entities: { fields: { name: string() } } },
      'entities.fields: `id` is missing. Add `id: uuid()`.',
    ],
    [
      'a misspelled resource',
      { transaction: { fields: { name: string() } } },
      '`transaction` is not a resource of the schema. Did you mean `transactions`? A new resource needs the field `id`.',
    ],
    [
      'the removal of a field that does not exist',
      { balances: { fields: { nmae: null } } },
      'balances.fields.nmae: there is nothing to remove. Did you mean `name`?',
    ],
    [
      'the removal of the id',
      { balances: { fields: { id: null } } },
      'balances.fields: `id` is missing. Add `id: uuid()`.',
    ],
    [
      'an unknown option of a field',
      { balances: { fields: { reserve: mockValues(decimal(), { follow: 'balance' } as never) } } },
      'balances.fields.reserve: `follow` is not an option. Did you mean `follows`? The options are follows, references, format.',
    ],
    [
      'an id that becomes nullable',
      { balances: { fields: { id: nullable(uuid()) } } },
      'balances.fields.id: cannot be nullable or computed.',
    ],
    [
      'a relation to a missing resource',
      { balances: { relations: { owner: one('owners', { foreignKey: 'owner_id' }) } } },
      'balances.relations.owner: `owners` is not a resource of the schema.',
    ],
    [
      'an existing path',
      { entities: { path: '/balances', fields: { id } } },
      'entities.path: `/balances` is already the path of balances.',
    ],
  ])('is rejected for %s', (_, extension, message) => {
    expect(messageOf(() => extendSchema(paymentsSchema, extension as never))).toBe(message);
  });
});
