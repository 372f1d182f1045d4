import {
  boolean,
  computed,
  date,
  decimal,
  defineSchema,
  enumeration,
  integer,
  json,
  many,
  nullable,
  number,
  one,
  string,
  uuid,
} from 'payments-data-client';

/**
 * A schema with a nullable field of every kind, and relations in both directions and in a circle.
 */
export const things = defineSchema({
  boxes: {
    path: '/boxes',
    operations: ['get', 'list'],
    fields: { id: uuid(), label: string() },
    relations: {
      things: many('things', { foreignKey: 'box_id' }),
      parent: one('boxes', { foreignKey: 'parent_id', nullable: true }),
      parts: many('boxes', { foreignKey: 'parent_id' }),
    },
  },
  things: {
    path: '/things',
    operations: ['get', 'list'],
    fields: {
      id: uuid(),
      name: string(),
      text: nullable(string()),
      code: nullable(uuid()),
      amount: nullable(decimal()),
      score: nullable(number()),
      rank: nullable(integer()),
      active: nullable(boolean()),
      state: nullable(enumeration('open', 'shut')),
      at: nullable(date()),
      data: nullable(json()),
      box_id: nullable(uuid()),
      shout: computed(string(), (row) => String(row.name).toUpperCase()),
    },
    relations: { box: one('boxes', { foreignKey: 'box_id', nullable: true, filterable: true }) },
  },
});
