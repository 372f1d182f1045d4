import * as z from 'zod/mini';
import type { ResponseIssue } from '../errors/request-errors.js';
import type { SelectionNode } from '../query/include.js';
import type { Validator } from '../query/validator.js';
import type { Resources } from '../schema/resources.js';
import { checkOptions, type OptionCheck } from '../values/check-options.js';
import { memberPath } from '../values/member-path.js';
import { rowShape, type Shape } from './row-shape.js';

/** What happens with what is found. */
export interface ZodValidatorOptions {
  /**
   * `'throw'`, the default, makes the call fail with a `ResponseError` that holds the issues. A function hears of each issue,
   * and the data goes to the caller as it is.
   */
  readonly onIssue?: 'throw' | ((issue: ResponseIssue) => void) | undefined;
}

const checks: Readonly<Record<keyof ZodValidatorOptions, OptionCheck>> = {
  onIssue: [(value) => value === 'throw' || typeof value === 'function', "'throw' or a function"],
};

/** How many shapes are kept: an application has few includes, and one that makes them up should not fill the memory. */
const KEPT = 500;

/**
 * Makes a validator for `createClient`: each answer is held against the shape that its `include` promises. New fields and
 * new values of enumerations are accepted; what is missing or of another kind is named by its path.
 *
 * @throws ConfigurationError where `onIssue` is something else, and for any other option.
 * @example
 * const client = createClient({ baseUrl, apiKey, validator: zodValidator() });
 */
export function zodValidator(options: ZodValidatorOptions = {}): Validator {
  // Where it was forgotten to call this, the client does so, with an answer, and has words for what it gets then.
  if (!Object.hasOwn(Object(options), 'selection')) checkOptions('zodValidator', options, checks);
  const { onIssue = 'throw' } = options;
  const shapes = new WeakMap<Resources, Map<string, Shape>>();

  const shapeOf = (schema: Resources, selection: SelectionNode): Shape => {
    const known = shapes.get(schema) ?? new Map<string, Shape>();
    shapes.set(schema, known);
    const key = keyOf(selection);
    const old = known.get(key);
    if (old) return old;
    const shape = rowShape(schema, selection);
    if (known.size >= KEPT) known.clear();
    known.set(key, shape);
    return shape;
  };

  return ({ data, schema, selection, many }) => {
    const row = shapeOf(schema, selection);
    const { success, error } = z.safeParse(many ? z.array(row) : row, data);
    if (success) return [];
    const issues = error.issues.map(({ path, message }) => ({ path: textOf(path), message }));
    if (onIssue === 'throw') return issues;
    for (const issue of issues) onIssue(issue);
    return [];
  };
}

/** What a selection asks for, as text. Of a filter only counts that there is one. */
const keyOf = (selection: SelectionNode): string =>
  JSON.stringify(selection, (key, value) =>
    key === 'relation' ? undefined : key === 'filter' ? true : value,
  );

/** The path of a member, without the dot at its beginning. */
const textOf = (path: readonly PropertyKey[]): string =>
  path
    .reduce<string>((text, key) => memberPath(text, typeof key === 'number' ? key : String(key)), '')
    .replace(/^\./, '');
