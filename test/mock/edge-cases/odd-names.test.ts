import {
  computed,
  decimal,
  defineSchema,
  many,
  nullable,
  one,
  string,
  uuid,
} from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { ask } from '../send.js';

const names = ['constructor', 'toString', 'length', 'hasOwnProperty'];
const schema = defineSchema({
  odd: {
    path: '/odd',
    operations: ['get', 'list'],
    fields: { id: uuid(), ...Object.fromEntries(names.map((name) => [name, nullable(string())])) },
    relations: {
      isPrototypeOf: many('odd', { foreignKey: 'propertyIsEnumerable' }),
      toLocaleString: one('odd', { foreignKey: 'propertyIsEnumerable', nullable: true }),
    },
  },
  wallets: {
    path: '/wallets',
    operations: ['list'],
    fields: {
      id: uuid(),
      funds: decimal(),
      meddling: computed(string(), (row) => {
        Object.assign(row, { funds: '1000000.00' });
        return 'done';
      }),
    },
  },
});

describe('names of inherited members', () => {
  const mock = createMock({ schema });
  const row = Object.fromEntries(names.map((name) => [name, `its ${name}`]));
  const { id } = mock.db.odd.insert(row as object);
  const child = mock.db.odd.insert({ propertyIsEnumerable: id } as object);

  test.each(names)('%s can be a field', async (name) => {
    const key = JSON.stringify(name);
    const { body } = await ask(mock, '/odd', {
      where: `{${key}:${JSON.stringify(`its ${name}`)}}`,
      include: `{${key}:true}`,
    });
    expect(body.map((found: object) => Object.entries(found))).toEqual([
      [
        ['id', id],
        [name, `its ${name}`],
      ],
    ]);
    expect((await ask(mock, '/odd', { where: `{${key}:null}` })).body).toMatchObject([
      { id: child.id },
    ]);
    const sorted = await ask(mock, '/odd', { order_by: `${name}:desc`, include: 'id:true' });
    expect(sorted.body).toEqual([{ id: child.id }, { id }]);
  });

  test('can be relations', async () => {
    const { body } = await ask(mock, '/odd', {
      where: 'isPrototypeOf:{some:{}}',
      include: 'id:true,isPrototypeOf:{id:true,toLocaleString:{id:true}}',
    });
    expect(body).toEqual([{ id, isPrototypeOf: [{ id: child.id, toLocaleString: { id } }] }]);
  });
});

describe('the function of a computed field', () => {
  test('cannot change the row', async () => {
    const mock = createMock({ schema, data: { wallets: [{ funds: '1.00' }] } });
    await expect(ask(mock, '/wallets', { include: 'meddling:true' })).rejects.toThrow(TypeError);
    expect(mock.db.wallets.all()).toMatchObject([{ funds: '1.00' }]);
  });
});
