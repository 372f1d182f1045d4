import { defineSchema, many, string, uuid } from 'payments-data-client';
import { expect, test } from 'vitest';
import { resolveDialect } from '../../src/dialect/resolve-dialect.js';
import { restrictInclude } from '../../src/proxy/restrict-query.js';
import { parseInclude } from '../../src/query/include.js';
import { QueryNode } from '../../src/query/query-node.js';
import type { Resources } from '../../src/schema/resources.js';

const schema = defineSchema({
  boxes: {
    fields: { id: uuid() },
    relations: {
      plain: many('plain', { foreignKey: 'box_id' }),
      whose: many('withField', { foreignKey: 'box_id' }),
      including: many('withRelation', { foreignKey: 'box_id' }),
    },
  },
  plain: { fields: { id: uuid(), box_id: uuid() } },
  withField: { fields: { id: uuid(), box_id: uuid(), where: string() } },
  withRelation: {
    fields: { id: uuid(), box_id: uuid() },
    relations: { include: many('plain', { foreignKey: 'box_id' }) },
  },
}) as unknown as Resources;

/** The include that is requested for one in which each row is visible. */
function requested(include: object, visibilityOf: (resource: string) => boolean = () => true) {
  const options = { serviceSchema: schema, visibilityOf, dialect: resolveDialect('test') };
  const { selection } = parseInclude(schema, 'boxes', new QueryNode('include', include));
  return restrictInclude(options, selection, true, 'include').include;
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

test('a relation of which no row is visible is not requested', () => {
  const include = { plain: { id: true }, whose: { id: true } };
  expect(requested(include, (resource) => resource !== 'plain')).toEqual({
    id: true,
    whose: { where: {}, include: { id: true } },
  });
});
