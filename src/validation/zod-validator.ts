import * as z from 'zod/v4/core'; // what zod and zod/mini are made of
import type { ResponseIssue } from '../errors.js';
import { checkOptions, type OptionCheck } from '../messages/check-options.js';
import { memberPath } from '../messages/describe.js';
import type { SelectedRelation, SelectionNode, Validator } from '../query/include.js';
import type { Field } from '../schema/field.js';
import { expectedIn, fitsField } from '../schema/kinds.js';
import { type Resources, resourceOf } from '../schema/lookup.js';

/** Options of {@link zodValidator}. */
export interface ZodValidatorOptions {
  /**
   * `'throw'` (default): the call rejects with a `ResponseError` that has the issues. A function is
   * called with each issue, and the call resolves to the data as received.
   */
  readonly onIssue?: 'throw' | ((issue: ResponseIssue) => void) | undefined;
}

const checks: Readonly<Record<keyof ZodValidatorOptions, OptionCheck>> = {
  onIssue: [(value) => value === 'throw' || typeof value === 'function', "'throw' or a function"],
};

/**
 * How many shapes are cached: more than an application has includes, and a limit for one that
 * generates them.
 */
const CACHE_SIZE = 500;

/**
 * Creates a validator for `createClient`. It checks each response against the fields and relations
 * that its query selects. New fields and new values of enumerations are valid.
 *
 * @throws ConfigurationError if an option is unknown or invalid.
 * @example
 * const client = createClient({ baseUrl, apiKey, validator: zodValidator() });
 */
export function zodValidator(options: ZodValidatorOptions = {}): Validator {
  // `validator: zodValidator`, not called: the client calls it with a response, and explains the
  // mistake.
  if (!Object.hasOwn(Object(options), 'selection')) checkOptions('zodValidator', options, checks);
  const { onIssue = 'throw' } = options;
  const shapes = new WeakMap<Resources, Map<string, ZodShape>>();

  const shapeOf = (schema: Resources, selection: SelectionNode): ZodShape => {
    const cache = shapes.get(schema) ?? new Map<string, ZodShape>();
    shapes.set(schema, cache);
    const key = selectionKey(selection);
    const cached = cache.get(key);
    if (cached) return cached;
    const shape = rowShape(schema, selection);
    if (cache.size >= CACHE_SIZE) cache.clear();
    cache.set(key, shape);
    return shape;
  };

  return ({ data, schema, selection, many }) => {
    const row = shapeOf(schema, selection);
    const { success, error } = z.safeParse(many ? arrayShape(row) : row, data);
    if (success) return [];
    const issues = error.issues.map(({ path, message }) => ({ path: pathOf(path), message }));
    if (onIssue === 'throw') return issues;
    for (const issue of issues) onIssue(issue);
    return [];
  };
}

/** A cache key. It matters whether a relation has a filter, but not which. */
const selectionKey = (selection: SelectionNode): string =>
  JSON.stringify(selection, (key, value) =>
    key === 'relation' ? undefined : key === 'where' ? true : value,
  );

const pathOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, key) => memberPath(text, typeof key === 'number' ? key : String(key)),
    '',
  );

type ZodShape = z.$ZodType;

/**
 * The shape of a row with a selection: every selected field is present and of its kind. Other
 * fields are allowed, because the service may add some.
 */
function rowShape(schema: Resources, { resource, fields, relations }: SelectionNode): ZodShape {
  const declared = resourceOf(schema, resource);
  const shape: Record<string, ZodShape> = {};
  for (const name of fields) {
    const field = declared.fields[name];
    if (field) shape[name] = fieldShape(field);
  }
  for (const relation of relations) shape[relation.name] = relationShape(schema, relation);
  return new z.$ZodObject({ type: 'object', shape, error: () => 'expected an object' });
}

const arrayShape = (element: ZodShape): ZodShape =>
  new z.$ZodArray({ type: 'array', element, error: () => 'expected an array' });

const fieldShape = (field: Field): ZodShape =>
  new z.$ZodCustom({
    type: 'custom',
    check: 'custom',
    fn: (value) => (value === null ? field.nullable : fitsField(field, value)),
    error: () => `expected ${expectedIn(field)}`,
  });

/**
 * An array or an object; `null` if the relation is nullable or has a filter, which may not match.
 */
function relationShape(
  schema: Resources,
  { relation, selection, where }: SelectedRelation,
): ZodShape {
  const row = rowShape(schema, selection);
  if (relation.cardinality === 'many') return arrayShape(row);
  const isNullable = relation.nullable || where;
  return isNullable ? new z.$ZodNullable({ type: 'nullable', innerType: row }) : row;
}
