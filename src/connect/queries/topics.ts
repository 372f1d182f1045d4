import { requestDialect } from '../../dialect/request-dialect.js';
import type { FieldKind, JsonObject, JsonValue } from '../../schema/field.js';
import { type Resources, resourceOf } from '../../schema/resources.js';
import { foreignKeysOf } from '../sample/fit-rows.js';
import { draftsOf } from './catalogue.js';
import { comparedRows } from './compared-rows.js';

/** How many rows each resource has: each parent two of its children. */
const ROWS = 4;

/** What queries on a schema may be about: those on made-up rows with every kind of value, and with nulls or without. */
export function topicsOf(schema: Resources): Set<string> {
  const topics = [true, false].flatMap((hasNulls) => {
    const rows = Object.fromEntries(
      Object.keys(schema).map((name) => [name, madeUpRows(schema, name, hasNulls)]),
    );
    const complete = Object.entries(schema).flatMap(([name, { relations }]) => [
      name,
      ...Object.keys(relations).map((relation) => `${name}.${relation}`),
    ]);
    const compared = comparedRows({ schema, rows, roots: {}, complete }, ROWS);
    return draftsOf(compared, requestDialect({})).map(({ about }) => about);
  });
  return new Set(topics);
}

function madeUpRows(schema: Resources, name: string, hasNulls: boolean): JsonObject[] {
  const keys = [...foreignKeysOf(schema, name).keys()];
  const fields = Object.entries(resourceOf(schema, name).fields).filter(([, { computed }]) => !computed);
  return Array.from({ length: ROWS }, (_, index) => ({
    ...Object.fromEntries(
      fields.map(([key, { kind, nullable }]) => [
        key,
        hasNulls && nullable && index > 1 ? null : madeUpValues[kind](index),
      ]),
    ),
    // Rows with the same parent differ in another key.
    ...Object.fromEntries(
      keys.map((key, at) => [key, idOf(at % 2 === 0 ? Math.floor(index / 2) : index % 2)]),
    ),
    id: idOf(index),
  }));
}

const idOf = (index: number) => `3f1c2b4a-5d6e-4f70-8a9b-00000000000${index}`;
const textOf = (index: number) => `Text ${index} with 50%`;

const madeUpValues: { readonly [Kind in FieldKind]: (index: number) => JsonValue } = {
  uuid: idOf,
  string: textOf,
  enumeration: textOf,
  decimal: (index) => `${index + 1}.50`,
  number: (index) => index + 1,
  integer: (index) => index + 1,
  boolean: (index) => index % 2 === 0,
  date: (index) => `2026-01-0${index + 1}T12:30:00.000Z`,
  json: (index) => ({ a: index, b: null, c: {}, d: { e: 1, f: 'x' }, g: [{ h: 1 }, 2], 'i.j': true }),
};
