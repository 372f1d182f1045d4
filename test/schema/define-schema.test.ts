import { describe, expect, test } from 'vitest';
import { isConfigurationError } from '../../src/errors/usage-errors.js';
import { defineSchema, extendSchema } from '../../src/schema/define-schema.js';
import { computed, decimal, nullable, string, uuid } from '../../src/schema/field.js';
import { paymentsSchema } from '../../src/schema/payments-schema.js';
import { many, one } from '../../src/schema/relation.js';

/** The message of the ConfigurationError that a wrong definition causes. */
function refused(definition: unknown): string {
  return messageOf(() => defineSchema(definition as Record<string, never>));
}

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (isConfigurationError(error)) return error.message;
    throw error;
  }
  throw new Error('nothing was refused');
}

const id = uuid();

describe('a schema', () => {
  test('that comes with the package is right too', () => {
    expect(extendSchema(paymentsSchema, {})).toEqual(paymentsSchema);
  });

  test('holds each resource with the defaults filled in', () => {
    const fields = { id, label: string() };
    expect(defineSchema({ wallets: { fields } })).toEqual({
      wallets: { path: undefined, operations: [], fields, relations: {} },
    });
  });

  test('may have relations to itself and in circles', () => {
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

  test('may name a resource, a field or a relation as members of every object are named', () => {
    const schema = defineSchema({
      constructor: { path: '/constructor', fields: { id, toString: string() } },
      things: { fields: { id }, relations: { valueOf: one('constructor', { foreignKey: 'x' }) } },
    });
    expect(Object.keys(schema)).toEqual(['constructor', 'things']);
  });

  test.each(['/wallets', '/payment-plans', '/transactions/lines', '/v2.1/a_b~c', '/A1'])(
    'takes the path %s',
    (path) => {
      expect(defineSchema({ things: { path, fields: { id } } }).things.path).toBe(path);
    },
  );
});

describe('a wrong definition is refused by path', () => {
  const cure = 'cannot be named in a query. Use letters, digits and underscores.';

  test.each(['', 'a,b', 'a:b', '7'])('a field named %j, which no query could say', (name) => {
    const fields = { id, [name]: string() };
    expect(refused({ things: { fields } })).toBe(`schema.things.fields.${name} ${cure}`);
  });

  describe.each(['', 'a,b', 'a:b', '7', '__proto__'])('the name %j', (name) => {
    test('of a relation', () => {
      const relations = { [name]: one('things', { foreignKey: 'x' }) };
      expect(refused({ things: { fields: { id }, relations } })).toBe(
        `schema.things.relations.${name} ${cure}`,
      );
    });

    test('of a resource', () => {
      expect(refused({ [name]: { fields: { id } } })).toBe(`schema.${name} ${cure}`);
    });
  });

  test.each([
    [
      'no resource',
      { things: undefined },
      'schema.things must be an object of path, operations, fields, relations.',
    ],
    [
      'a member that no resource has',
      { things: { path: '/things', operation: ['list'], fields: { id } } },
      'schema.things.operation is not one of path, operations, fields, relations.',
    ],
    ['no fields', { things: {} }, 'schema.things.fields has no `id`. Add `id: uuid()`.'],
    [
      'no id',
      { things: { fields: { name: string() } } },
      'schema.things.fields has no `id`. Add `id: uuid()`.',
    ],
    [
      'an id that is inherited',
      { things: { fields: Object.create({ id }) } },
      'schema.things.fields has no `id`. Add `id: uuid()`.',
    ],
    [
      'an id that can be null',
      { things: { fields: { id: nullable(uuid()) } } },
      'schema.things.fields.id cannot be nullable or computed.',
    ],
    [
      'an id that is computed',
      { things: { fields: { id: computed(uuid(), () => 'a') } } },
      'schema.things.fields.id cannot be nullable or computed.',
    ],
    [
      'a field that is text',
      { things: { fields: { id, name: 'string' } } },
      'schema.things.fields.name is not a field. Make it with `string()`, `decimal()` and the like.',
    ],
    [
      'a builder that was not called',
      { things: { fields: { id, name: string } } },
      'schema.things.fields.name is not a field. Make it with `string()`, `decimal()` and the like.',
    ],
    [
      'a field that is undefined',
      { things: { fields: { id, name: undefined } } },
      'schema.things.fields.name is not a field. Make it with `string()`, `decimal()` and the like.',
    ],
    [
      'a relation to a resource that is missing',
      { things: { fields: { id }, relations: { owner: one('owners', { foreignKey: 'owner_id' }) } } },
      'schema.things.relations.owner leads to `owners`, which is not a resource of the schema.',
    ],
    [
      'a relation to a member of every object',
      { things: { fields: { id }, relations: { owner: one('toString', { foreignKey: 'owner_id' }) } } },
      'schema.things.relations.owner leads to `toString`, which is not a resource of the schema.',
    ],
    [
      'a relation without a foreign key',
      { things: { fields: { id }, relations: { parts: many('things', { foreignKey: '' }) } } },
      'schema.things.relations.parts names no foreign key. Add `foreignKey`.',
    ],
    [
      'a to-one relation without options',
      { things: { fields: { id }, relations: { owner: one('things', undefined as never) } } },
      'schema.things.relations.owner names no foreign key. Add `foreignKey`.',
    ],
    [
      'a to-many relation without options',
      { things: { fields: { id }, relations: { parts: many('things', undefined as never) } } },
      'schema.things.relations.parts names no foreign key. Add `foreignKey`.',
    ],
    [
      'a foreign key that is undefined',
      {
        things: {
          fields: { id },
          relations: { parts: { ...many('things', { foreignKey: 'a' }), foreignKey: undefined } },
        },
      },
      'schema.things.relations.parts names no foreign key. Add `foreignKey`.',
    ],
    [
      'a field and a relation of one name',
      {
        things: {
          fields: { id, owner: string() },
          relations: { owner: one('things', { foreignKey: 'owner_id' }) },
        },
      },
      'schema.things.relations.owner has the name of a field. Choose another name.',
    ],
    [
      'a field called AND',
      { things: { fields: { id, AND: string() } } },
      'schema.things.AND is a word of the query language. Choose another name.',
    ],
    [
      'a relation called OR',
      { things: { fields: { id }, relations: { OR: many('things', { foreignKey: 'a' }) } } },
      'schema.things.OR is a word of the query language. Choose another name.',
    ],
    [
      'two resources of one path',
      { things: { path: '/things', fields: { id } }, others: { path: '/things', fields: { id } } },
      'schema.others.path is that of `things` too: `/things`.',
    ],
    [
      'operations without a path',
      { things: { operations: ['list'], fields: { id } } },
      'schema.things has operations but no `path`.',
    ],
    [
      'an operation that there is not',
      { things: { path: '/things', operations: ['list', 'create'], fields: { id } } },
      "schema.things.operations can hold 'get' and 'list', not 'create'.",
    ],
  ])('%s', (_, definition, message) => {
    expect(refused(definition)).toBe(message);
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
    expect(refused({ things: { path, fields: { id } } })).toBe(
      `schema.things.path must be made like \`/payment-plans\`, of slashes, letters, digits and \`-._~\`, not \`${path}\`.`,
    );
  });
});

describe('an extension', () => {
  test('with a member that no resource has is refused', () => {
    const misspelt = { transactions: { feilds: { reference: string() } } } as object;
    expect(() => extendSchema(paymentsSchema, misspelt)).toThrow(
      'schema.transactions.feilds is not one of path, operations, fields, relations.',
    );
  });

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

  test('leaves the schema that it extends as it is', () => {
    const before = Object.keys(paymentsSchema.balances.fields);
    extendSchema(paymentsSchema, { balances: { fields: { reserve: decimal() } } });
    expect(Object.keys(paymentsSchema.balances.fields)).toEqual(before);
    expect(paymentsSchema).not.toHaveProperty('entities');
  });

  test('can give a path and operations to a resource that had none', () => {
    const schema = extendSchema(paymentsSchema, { units: { path: '/units', operations: ['list'] } });
    expect(schema.units).toMatchObject({ path: '/units', operations: ['list'] });
    expect(schema.units.fields).toEqual(paymentsSchema.units.fields);
  });

  test('can be extended again', () => {
    const once = extendSchema(paymentsSchema, { entities: { fields: { id } } });
    const twice = extendSchema(once, { entities: { fields: { name: string() } } });
    expect(Object.keys(twice.entities.fields)).toEqual(['id', 'name']);
  });

  test('can add a resource that is named as a member of every object', () => {
    const schema = extendSchema(paymentsSchema, { constructor: { path: '/constructor', fields: { id } } });
    expect(Object.keys(schema)).toContain('constructor');
  });

  const extended = (extension: unknown) =>
    messageOf(() => extendSchema(paymentsSchema, extension as Record<string, never>));

  test.each([
    [
      'a field that is there',
      { balances: { fields: { name: string() } } },
      'balances.fields.name is in the schema already.',
    ],
    [
      'a relation that is there',
      { balances: { relations: { unit: one('units', { foreignKey: 'unit_id' }) } } },
      'balances.relations.unit is in the schema already.',
    ],
    [
      'a field named as a relation that is there',
      { balances: { fields: { unit: string() } } },
      'schema.balances.relations.unit has the name of a field. Choose another name.',
    ],
    [
      'a relation named as a field that is there',
      { balances: { relations: { name: one('units', { foreignKey: 'unit_id' }) } } },
      'schema.balances.relations.name has the name of a field. Choose another name.',
    ],
    [
      'a new resource without an id',
      { entities: { fields: { name: string() } } },
      'schema.entities.fields has no `id`. Add `id: uuid()`.',
    ],
    [
      'a relation to a resource that is missing',
      { balances: { relations: { owner: one('owners', { foreignKey: 'owner_id' }) } } },
      'schema.balances.relations.owner leads to `owners`, which is not a resource of the schema.',
    ],
    [
      'a path that is taken',
      { entities: { path: '/balances', fields: { id } } },
      'schema.entities.path is that of `balances` too: `/balances`.',
    ],
  ])('is refused for %s', (_, extension, message) => {
    expect(extended(extension)).toBe(message);
  });
});
