// Adds a field and a resource to the types, the checks and the mock.
import {
  createClient,
  enumeration,
  extendSchema,
  many,
  nullable,
  paymentsSchema,
  string,
  uuid,
} from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';

const schema = extendSchema(paymentsSchema, {
  transactions: { fields: { reference: nullable(string()) } },
  entities: {
    path: '/entities',
    operations: ['get', 'list'],
    fields: {
      id: uuid(),
      name: string(),
      kind: enumeration('individual', 'business'),
    },
    relations: {
      transactions: many('transactions', { foreignKey: 'entity_id' }),
    },
  },
});

const mock = createMock({ schema, data: {} });
mock.db.entities.insert({
  name: 'Fjord & Fell',
  kind: 'business',
  transactions: [{ reference: 'R-1' }],
});

const client = createClient({ ...mock.clientOptions, schema });
const entities = await client.entities.list({
  include: { name: true, transactions: { reference: true } },
});
const [entity] = entities;
console.log(entity?.name, entity?.transactions[0]?.reference);
// => Fjord & Fell R-1
