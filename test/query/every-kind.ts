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
 * A schema with a field of each kind, named after the kind, plain and nullable, and relations of
 * each cardinality.
 */
export const everyKind = defineSchema({
  things: {
    path: '/things',
    operations: ['get', 'list'],
    fields: {
      id: uuid(),
      string: string('known'),
      uuid: uuid(),
      decimal: decimal(),
      number: number(),
      integer: integer(),
      boolean: boolean(),
      enumeration: enumeration('open', 'closed'),
      date: date(),
      json: json(),
      nullable_string: nullable(string()),
      nullable_uuid: nullable(uuid()),
      nullable_decimal: nullable(decimal()),
      nullable_number: nullable(number()),
      nullable_integer: nullable(integer()),
      nullable_boolean: nullable(boolean()),
      nullable_enumeration: nullable(enumeration('open', 'closed')),
      nullable_date: nullable(date()),
      nullable_json: nullable(json()),
      label: computed(string(), (row) => `${row.string}!`),
    },
    relations: {
      parts: many('parts', { foreignKey: 'thing_id' }),
      owner: one('owners', { foreignKey: 'owner_id' }),
      maker: one('owners', { foreignKey: 'maker_id', nullable: true, filterable: true }),
    },
  },
  parts: {
    fields: { id: uuid(), weight: number() },
    relations: { things: many('things', { foreignKey: 'part_id' }) },
  },
  owners: {
    fields: { id: uuid(), name: string(), place: string(), constructor: string() },
    relations: { things: many('things', { foreignKey: 'owner_id' }) },
  },
});
