import { ConfigurationError } from '../errors.js';
import { isPlainObject, own } from '../values/plain-object.js';
import { describe } from './describe.js';
import { didYouMean } from './did-you-mean.js';

/**
 * The check of one option: a test, what it expects, and the options inside if it may be an object
 * of options.
 */
export type OptionCheck = readonly [
  isValid: (value: unknown) => boolean,
  expected: string,
  inner?: OptionChecks,
];

export type OptionChecks = { readonly [name: string]: OptionCheck };

export const isFunction = (value: unknown): boolean => typeof value === 'function';

export const isNonEmptyString = (value: unknown): value is string =>
  typeof value === 'string' && value !== '';

export const flag: OptionCheck = [(value) => typeof value === 'boolean', 'true or false'];

/** For an option with a fixed list of values. */
export const oneOf = (values: readonly unknown[]): OptionCheck => [
  (value) => values.includes(value),
  `one of ${values.join(', ')}`,
];

/** For an option that is checked where it is used. */
export const unchecked: OptionCheck = [() => true, ''];

export const nonNegativeInteger: OptionCheck = [
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  'a non-negative integer',
];

export const positiveInteger: OptionCheck = [
  (value) => Number.isSafeInteger(value) && Number(value) > 0,
  'a positive integer',
];

export const integerUpTo = (maximum: number): OptionCheck => [
  (value) => nonNegativeInteger[0](value) && Number(value) <= maximum,
  `an integer from 0 to ${maximum}`,
];

export const milliseconds: OptionCheck = [
  (value) => typeof value === 'number' && value > 0,
  'a positive number of milliseconds',
];

/**
 * Unknown names are errors; an option that is `undefined` counts as left out.
 *
 * @param path - Of the options inside an option.
 */
export function checkOptions(
  source: string | undefined,
  options: unknown,
  checks: OptionChecks,
  path = '',
): asserts options is object {
  if (!isPlainObject(options))
    throw new ConfigurationError(`expected an options object, got ${describe(options)}.`, source);
  for (const [name, value] of Object.entries(options)) {
    const shown = path + name;
    const check = own(checks, name);
    if (check === undefined) {
      const names = Object.keys(checks);
      const hint = `${didYouMean(name, names)} The options are ${names.join(', ')}.`;
      throw new ConfigurationError(`\`${shown}\` is not an option.${hint}`, source);
    }
    const [isValid, expected, inner] = check;
    if (value === undefined) continue;
    if (inner && isPlainObject(value)) checkOptions(source, value, inner, `${shown}.`);
    else if (!isValid(value)) {
      const problem = `expected \`${shown}\` to be ${expected}, got ${describe(value)}.`;
      throw new ConfigurationError(problem, source);
    }
  }
}
