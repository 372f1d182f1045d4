import * as z from 'zod/mini';
import type { SelectedRelation, SelectionNode } from '../query/include.js';
import type { Field, FieldKind } from '../schema/field.js';
import { type Resources, resourceOf } from '../schema/resources.js';
import { isDecimal } from '../values/decimal.js';

/** A zod schema. */
export type Shape = z.ZodMiniType;

/** The shape of each kind, with the message for a value of another kind. */
const kinds: Record<FieldKind, () => Shape> = {
  string: () => z.string('expected a string'),
  uuid: () => z.string('expected a string'),
  enumeration: () => z.string('expected a string'), // a new value is valid
  decimal: () => stringThat(isDecimal, "expected a decimal string such as '100.00'"),
  number: () => z.number('expected a number'),
  integer: () => z.int('expected an integer'),
  boolean: () => z.boolean('expected true or false'),
  date: () => stringThat(isTimestamp, 'expected an ISO 8601 date with a time zone'),
  json: () => z.record(z.string(), z.unknown(), 'expected an object'),
};

const stringThat = (isValid: (text: string) => boolean, message: string): Shape =>
  z.string(message).check(z.refine(isValid, message));

/** Looser than `parseDate`, which filters use: a service may return more digits than milliseconds. */
const isTimestamp = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(text) && !Number.isNaN(Date.parse(text));

/**
 * The shape of a row with a selection: every selected property is present and of its kind. Other properties
 * are allowed, because the service may add some.
 */
export function rowShape(schema: Resources, { resource, fields, relations }: SelectionNode): Shape {
  const declared = resourceOf(schema, resource);
  const members: Record<string, Shape> = {};
  for (const name of fields) {
    const field = declared.fields[name];
    if (field) members[name] = fieldShape(field);
  }
  for (const relation of relations) members[relation.name] = relationShape(schema, relation);
  return z.looseObject(members, 'expected an object');
}

const fieldShape = ({ kind, nullable }: Field): Shape => orNull(nullable, kinds[kind]());

/** An array or an object; `null` if the relation is nullable or has a filter, which may not match. */
function relationShape(schema: Resources, { relation, selection, where }: SelectedRelation): Shape {
  const row = rowShape(schema, selection);
  if (relation.cardinality === 'many') return z.array(row, 'expected an array');
  return orNull(relation.nullable || where !== undefined, row);
}

const orNull = (nullable: boolean, shape: Shape): Shape => (nullable ? z.nullable(shape) : shape);
