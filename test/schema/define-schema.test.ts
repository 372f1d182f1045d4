import {
  boolean,
  computed,
  date,
  decimal,
  defineSchema,
  enumeration,
  extendSchema,
  integer,
  isConfigurationError,
  json,
  many,
  nullable,
  number,
  one,
  paymentsSchema,
  string,
  uuid,
} from 'payments-data-client';
import { describe, expect, test } from 'vitest';

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (isConfigurationError(error)) return error.message;
    throw error;
  }
  throw new Error('nothing was rejected');
}

/** The message of the ConfigurationError that an invalid definition causes. */
const rejected = (definition: unknown) => messageOf(() => defineSchema(definition as never));

const id = uuid();

/** A function that creates a field, as JavaScript calls it. */
type Builder = (...values: unknown[]) => unknown;

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

  test('may have circular relations, and names such as constructor and cost-centers', () => {
    const schema = defineSchema({
      constructor: {
        fields: { id, toString: string(), center_id: uuid() },
        relations: {
          valueOf: one('constructor', { foreignKey: 'x' }),
          centers: many('cost-centers', { foreignKey: 'owner_id' }),
        },
      },
      'cost-centers': {
        fields: { id },
        relations: { owner: one('constructor', { foreignKey: 'owner_id' }) },
      },
    });
    expect(Object.keys(schema)).toEqual(['constructor', 'cost-centers']);
    expect(schema.constructor.relations.centers.target).toBe('cost-centers');
  });

  test('may have resources with the names of parameters', () => {
    const where = { path: '/where', operations: ['list'], fields: { id } } as const;
    const schema = defineSchema({ where, include: { fields: { id } } });
    expect(Object.keys(schema)).toEqual(['where', 'include']);
  });

  test.each(['/wallets', '/payment-plans', '/transactions/lines', '/v2.1/a_b~c', '/A1'])(
    'accepts the path %s',
    (path) => {
      const things = { path, operations: ['list'], fields: { id } } as const;
      expect(defineSchema({ things }).things.path).toBe(path);
    },
  );
});

describe('defineSchema rejects', () => {
  test.each(['', 'a,b', 'a:b', '7', '\ud800', '__proto__'])('the name %j', (name) => {
    const unusable = 'this name cannot be used in a query. Use letters, digits and underscores.';
    const key = name === '__proto__' ? '.__proto__' : `[${JSON.stringify(name)}]`;
    const relations = { [name]: one('things', { foreignKey: 'x' }) };
    expect(rejected({ things: { fields: { id }, relations } })).toBe(
      `defineSchema: things.relations${key}: ${unusable}`,
    );
    expect(rejected({ [name]: { fields: { id } } })).toBe(
      `defineSchema: ${key.replace('.', '')}: ${unusable}`,
    );
    expect(rejected({ things: { fields: { id, [name]: string() } } })).toBe(
      `defineSchema: things.fields${key}: ${unusable}`,
    );
  });

  test.each(['AND', 'OR', 'where', 'include'])('a field or a relation with the name %s', (name) => {
    const reserved = 'this name is reserved for queries. Choose another name.';
    const relations = { [name]: many('things', { foreignKey: 'a' }) };
    expect(rejected({ things: { fields: { id }, relations } })).toBe(
      `defineSchema: things.relations.${name}: ${reserved}`,
    );
    expect(rejected({ things: { fields: { id, [name]: string() } } })).toBe(
      `defineSchema: things.fields.${name}: ${reserved}`,
    );
  });

  const notAField = 'expected a field such as string() or decimal(), got';
  const total = decimal();

  test.each<[fields: object, message: string]>([
    [
      { total: { ...total, folows: 'total' } },
      'total: `folows` is not an option. The options are format.',
    ],
    [
      { total: { ...total, format: 'array' } },
      'total: expected `format` to be left out, got "array".',
    ],
    [
      { tags: json('list' as never) },
      'tags: expected `format` to be one of object, array, got "list".',
    ],
    [{ name: { ...string(), kind: 'text' } }, `name: ${notAField} an object.`],
    [{ name: 'string' }, `name: ${notAField} "string".`],
    [{ name: string }, `name: ${notAField} a function.`],
    [{ name: undefined }, `name: ${notAField} undefined.`],
    [
      { name: enumeration(['a'] as never) },
      "name: enumeration() has only text as arguments, got an array. Write enumeration('a', 'b').",
    ],
    [
      { name: string('a', 3 as never) },
      "name: string() has only text as arguments, got 3. Write string('a', 'b').",
    ],
    [
      { name: string({ nullable: true } as never) },
      'name: string() has only text as arguments, got an object. Write nullable(string()).',
    ],
    [
      { name: json({} as never) },
      'name: expected `format` to be one of object, array, got an empty object.',
    ],
    [{ id: nullable(id) }, 'id: cannot be nullable or computed.'],
    [{ id: computed(id, () => 'a') }, 'id: cannot be nullable or computed.'],
  ])('a field: %j', (fields, message) => {
    expect(rejected({ things: { fields: { id, ...fields } } })).toBe(
      `defineSchema: things.fields.${message}`,
    );
  });

  const plain = { uuid, decimal, number, integer, boolean, date };

  test.each(Object.entries(plain))('arguments of %s()', (kind, create: Builder) => {
    const problem = `defineSchema: things.fields.a: ${kind}() has no argument, got`;
    expect(rejected({ things: { fields: { id, a: create({ nullable: true }) } } })).toBe(
      `${problem} an object. Write nullable(${kind}()).`,
    );
    expect(rejected({ things: { fields: { id, a: create(undefined) } } })).toBe(
      `${problem} undefined. Write ${kind}().`,
    );
  });

  test('a foreign key that is a misspelled field, unless the field is declared', () => {
    const fields = { id, unit_id: uuid(), owner_id: uuid() };
    const own = (foreignKey: string) => ({ unit: one('things', { foreignKey }) });
    for (const key of ['unti_id', 'unitId', 'unit_i', 'units_id'])
      expect(rejected({ things: { fields, relations: own(key) } })).toBe(
        `defineSchema: things.relations.unit: the foreign key \`${key}\` is not a field. Did you mean \`unit_id\`? If not, add \`${key}\` to the fields.`,
      );
    const parts = many('parts', { foreignKey: 'ownerId' });
    expect(rejected({ things: { fields: { id }, relations: { parts } }, parts: { fields } })).toBe(
      'defineSchema: things.relations.parts: the foreign key `ownerId` is not a field. Did you mean `owner_id`? If not, add `ownerId` to the fields.',
    );
    for (const key of ['user_id', 'payer_id', 'id', 'x'])
      expect(defineSchema({ things: { fields, relations: own(key) } })).toBeDefined();
    const declared = { ...fields, units_id: uuid() };
    expect(
      defineSchema({ things: { fields: declared, relations: own('units_id') } }),
    ).toBeDefined();
  });

  const oneWith = (options: unknown) => ({ owner: one('things', options as never) });

  test.each<[relations: object, message: string]>([
    [{ owner: 'owners' }, 'owner: expected a relation created by one() or many(), got "owners".'],
    [
      { owner: one('thing', { foreignKey: 'a' }) },
      'owner: `thing` is not a resource of the schema. Did you mean `things`?',
    ],
    [
      { owner: one('toString', { foreignKey: 'a' }) },
      'owner: `toString` is not a resource of the schema.',
    ],
    [oneWith({}), 'owner: `foreignKey` is missing.'],
    [oneWith(undefined), 'owner: `foreignKey` is missing.'],
    [oneWith({ foreignKey: undefined }), 'owner: `foreignKey` is missing.'],
    [
      oneWith({ foreignKey: '' }),
      'owner: expected `foreignKey` to be the name of a field, got "".',
    ],
    [
      oneWith({ foreignKey: 'a', nulable: true }),
      'owner: `nulable` is not an option. Did you mean `nullable`? The options are foreignKey, nullable, filterable.',
    ],
    [
      oneWith({ foreignKey: 'a', filterable: 1 }),
      'owner: expected `filterable` to be true or false, got 1.',
    ],
    [
      { parts: many('things', { foreignKey: 'a', nullable: true } as never) },
      'parts: expected `nullable` to be left out: many() has only `foreignKey`, got true.',
    ],
    [
      { name: one('things', { foreignKey: 'a' }) },
      'name: a field has the same name. Rename one of them.',
    ],
  ])('a relation: %j', (relations, message) => {
    expect(rejected({ things: { fields: { id, name: string() }, relations } })).toBe(
      `defineSchema: things.relations.${message}`,
    );
  });

  const list = { path: '/things', operations: ['list'], fields: { id } };
  const noId = 'things.fields: `id` is missing. Add `id: uuid()`.';

  test('keeps an inherited relation beside a field with a name like its foreign key', () => {
    const fields = { transaction_uid: uuid() };
    expect(() => extendSchema(paymentsSchema, { transactionLines: { fields } })).not.toThrow();
  });

  test.each<[definition: unknown, message: string]>([
    [undefined, 'expected an object of resources, got undefined.'],
    [{ things: undefined }, 'things: expected an options object, got undefined.'],
    [
      { things: { path: '/things', operation: ['list'], fields: { id } } },
      'things: `operation` is not an option. Did you mean `operations`? The options are path, operations, fields, relations, incomplete.',
    ],
    [{ things: {} }, noId],
    [
      { things: { path: '/things', operations: ['list'], fields: { id: integer() } } },
      'things.fields.id: must be text in lists. Declare it as uuid() or string().',
    ],
    [{ things: { fields: { name: string() } } }, noId],
    [
      { things: { fields: Object.create({ id }) } },
      'things: expected `fields` to be an object of fields, got an instance of a class.',
    ],
    [
      { things: { path: '/things', fields: { id } } },
      "things: `path` requires `operations`. Add `operations: ['get', 'list']`, or one of them.",
    ],
    [
      { things: { operations: ['list'], fields: { id } } },
      'things: `operations` require a `path`.',
    ],
    [
      { things: { path: '/things', operations: ['list', 'create'], fields: { id } } },
      "things: expected `operations` to be an array of 'get' and 'list', got an array.",
    ],
    [{ things: list, others: list }, 'others.path: `/things` is already the path of things.'],
  ])('%j', (definition, message) => {
    expect(rejected(definition)).toBe(`defineSchema: ${message}`);
  });

  test('a path with the version', () => {
    const things = { path: '/v1/things', operations: ['list'], fields: { id } } as const;
    const problem = "things.path: every path has the version /v1. Write '/things'.";
    expect(rejected({ things })).toBe(`defineSchema: ${problem}`);
    expect(messageOf(() => extendSchema(paymentsSchema, { things }))).toBe(
      `extendSchema: ${problem}`,
    );
  });

  test('a path that a URL would read differently', () => {
    const paths = ['things', '/', '', '/things//', '//things', '/a//b', '/a b', '/a?b=1', '/a#b'];
    for (const path of [...paths, '/..', '/../admin', '/a/./b', '/a%2Fb', '/ä', '/a\n'])
      expect(rejected({ things: { path, fields: { id } } })).toBe(
        `defineSchema: things: expected \`path\` to be a path such as /payment-plans, of letters, digits and \`-._~\`, got ${JSON.stringify(path)}.`,
      );
  });
});

describe('an extension', () => {
  test('adds fields and relations to a copy of a resource, and resources', () => {
    const before = JSON.stringify(paymentsSchema);
    const schema = extendSchema(paymentsSchema, {
      transactions: {
        fields: { reference: nullable(string()) },
        relations: { entity: one('entities', { foreignKey: 'entity_id', nullable: true }) },
      },
      units: { path: '/units', operations: ['list'] },
      entities: { path: '/entities', operations: ['get', 'list'], fields: { id, name: string() } },
      constructor: { fields: { id } },
    });
    const names = [...Object.keys(paymentsSchema), 'entities', 'constructor'];
    expect(Object.keys(schema)).toEqual(names);
    expect(Object.keys(schema.transactions.fields).at(-1)).toBe('reference');
    expect(Object.keys(schema.transactions.relations)).toEqual(['lines', 'entity']);
    expect(schema.transactions.path).toBe('/transactions');
    expect(schema.entities.operations).toEqual(['get', 'list']);
    expect(schema.units).toMatchObject({ path: '/units', operations: ['list'] });
    expect(schema.balances).toBe(paymentsSchema.balances);
    expect(JSON.stringify(paymentsSchema)).toBe(before);
    const twice = extendSchema(schema, { entities: { fields: { code: string() } } });
    expect(Object.keys(twice.entities.fields)).toEqual(['id', 'name', 'code']);
  });

  test('replaces fields and relations, and removes those that are null', () => {
    const description = nullable(string());
    const unit = one('units', { foreignKey: 'unit_id', nullable: true });
    const { balances } = extendSchema(paymentsSchema, {
      balances: { fields: { description, amount: null }, relations: { unit, account: null } },
    });
    const { amount: _, ...fields } = paymentsSchema.balances.fields;
    expect(balances.fields).toEqual({ ...fields, description });
    expect(Object.keys(balances.fields)).toEqual(Object.keys(fields));
    expect(balances.relations).toEqual({ unit });
  });

  test.each<[extension: object, message: string]>([
    [
      { transactions: { feilds: { reference: string() } } },
      'transactions: `feilds` is not an option. Did you mean `fields`? The options are path, operations, fields, relations, incomplete.',
    ],
    [
      { transactions: { reference: string() } },
      'transactions: `reference` is a field. Move it into `fields`.',
    ],
    [
      { balances: { fields: { unit: string() } } },
      'balances.relations.unit: a field has the same name. Rename one of them.',
    ],
    [
      { entities: { fields: { name: string() } } },
      'entities.fields: `id` is missing. Add `id: uuid()`.',
    ],
    [
      { transaction: { fields: { name: string() } } },
      '`transaction` is not a resource of the schema. Did you mean `transactions`? A new resource needs the field `id`.',
    ],
    [
      { balances: { fields: { nmae: null } } },
      'balances.fields.nmae: there is nothing to remove. Did you mean `name`?',
    ],
    [{ balances: { fields: { id: null } } }, 'balances.fields: `id` is missing. Add `id: uuid()`.'],
    [
      { balances: { relations: { owner: one('owners', { foreignKey: 'owner_id' }) } } },
      'balances.relations.owner: `owners` is not a resource of the schema.',
    ],
    [
      { entities: { path: '/balances', fields: { id } } },
      'entities.path: `/balances` is already the path of balances.',
    ],
  ])('is rejected: %j', (extension, message) => {
    expect(messageOf(() => extendSchema(paymentsSchema, extension as never))).toBe(
      `extendSchema: ${message}`,
    );
  });

  test('is rejected for what is no schema', () => {
    expect(messageOf(() => extendSchema({ things: {} } as never, {}))).toBe(
      'extendSchema: expected a schema, got an object.',
    );
    expect(messageOf(() => extendSchema(paymentsSchema, undefined as never))).toContain(
      'extendSchema: expected an object',
    );
  });
});
