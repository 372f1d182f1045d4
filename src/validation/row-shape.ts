import * as z from 'zod/mini';
import type { SelectedRelation, SelectionNode } from '../query/include.js';
import type { Field, FieldKind } from '../schema/field.js';
import { type Resources, resourceOf } from '../schema/resources.js';
import { isDecimal } from '../values/decimal.js';

/** The zod shape of something. */
export type Shape = z.ZodMiniType;

/** The shape of a value of each kind, with the words for one that is of another. */
const kinds: Record<FieldKind, () => Shape> = {
  string: () => z.string('expected text'),
  uuid: () => z.string('expected text'),
  enumeration: () => z.string('expected text'), // open: a new value is no mistake (decision 15)
  decimal: () => matching(isDecimal, "expected decimal text such as '100.00'"),
  number: () => z.number('expected a number'),
  integer: () => z.int('expected a whole number'),
  boolean: () => z.boolean('expected true or false'),
  date: () => matching(isInstant, 'expected an ISO 8601 date with a time zone'),
  json: () => z.record(z.string(), z.unknown(), 'expected an object'),
};

const matching = (test: (text: string) => boolean, words: string): Shape =>
  z.string(words).check(z.refine(test, words));

/** Looser than `parseInstant`, which a filter needs: a service may be more exact than a millisecond. */
const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(text) && !Number.isNaN(Date.parse(text));

/**
 * The shape of a row as a selection promises it: everything that is selected is there and of its kind. What else is there
 * is left alone, because a service may add to its answers.
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

/** An array, an object, or `null` where the relation may be so or has a filter that may not match (decision 9). */
function relationShape(schema: Resources, { relation, selection, where }: SelectedRelation): Shape {
  const row = rowShape(schema, selection);
  if (relation.cardinality === 'many') return z.array(row, 'expected an array');
  return orNull(relation.nullable || where !== undefined, row);
}

const orNull = (nullable: boolean, shape: Shape): Shape => (nullable ? z.nullable(shape) : shape);
