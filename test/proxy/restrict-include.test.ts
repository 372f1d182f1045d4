import { defineSchema, many, string, uuid } from 'payments-data-client';
import { expect, test } from 'vitest';
import { restrictInclude } from '../../src/proxy/restrict-include.js';
import type { Resources } from '../../src/schema/resources.js';
import { checkInclude } from '../query/check-query.js';

const schema = defineSchema({
  boxes: {
    path: '/boxes',
    fields: { id: uuid() },
    relations: {
      plain: many('plain', { foreignKey: 'box_id' }),
      whose: many('withField', { foreignKey: 'box_id' }),
      including: many('withRelation', { foreignKey: 'box_id' }),
    },
  },
  plain: { path: '/plain', fields: { id: uuid(), box_id: uuid() } },
  withField: { path: '/with-field', fields: { id: uuid(), box_id: uuid(), where: string() } },
  withRelation: {
    path: '/with-relation',
    fields: { id: uuid(), box_id: uuid() },
    relations: { include: many('plain', { foreignKey: 'box_id' }) },
  },
}) as unknown as Resources;

/** The include that is requested for one in which each row is visible. */
function requested(include: object) {
  const options = { schema, upstream: schema, visibilityOf: () => true };
  return restrictInclude(options, checkInclude(schema, 'boxes', include).selection, true, 'include').include;
}

test('a relation of which every row is visible is requested without a filter', () => {
  expect(requested({ plain: { id: true } })).toEqual({ id: true, plain: { id: true } });
});

test.each(['whose', 'including'])(
  '%s has a member called `where` or `include`, so its filter is empty',
  (name) => {
    expect(requested({ [name]: { id: true } })).toEqual({
      id: true,
      [name]: { where: {}, include: { id: true } },
    });
  },
);
