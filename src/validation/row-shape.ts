import * as z from 'zod/mini';
import type { SelectedRelation, SelectionNode } from '../query/include.js';
import type { Field } from '../schema/field.js';
import { expectedValue, fitsField } from '../schema/kinds.js';
import { type Resources, resourceOf } from '../schema/resources.js';

export type ZodShape = z.ZodMiniType;

/**
 * The shape of a row with a selection: every selected field is present and of its kind. Other fields
 * are allowed, because the service may add some.
 */
export function rowShape(schema: Resources, { resource, fields, relations }: SelectionNode): ZodShape {
  const declared = resourceOf(schema, resource);
  const members: Record<string, ZodShape> = {};
  for (const name of fields) {
    const field = declared.fields[name];
    if (field) members[name] = fieldShape(field);
  }
  for (const relation of relations) members[relation.name] = relationShape(schema, relation);
  return z.looseObject(members, 'expected an object');
}

function fieldShape(field: Field): ZodShape {
  const isValid = (value: unknown) => (value === null ? field.nullable : fitsField(field, value));
  const expected = field.format === 'array' ? 'an array' : expectedValue[field.kind];
  return z.unknown().check(z.refine(isValid, `expected ${expected}`));
}

/** An array or an object; `null` if the relation is nullable or has a filter, which may not match. */
function relationShape(schema: Resources, { relation, selection, where }: SelectedRelation): ZodShape {
  const row = rowShape(schema, selection);
  if (relation.cardinality === 'many') return z.array(row, 'expected an array');
  return relation.nullable || where ? z.nullable(row) : row;
}
