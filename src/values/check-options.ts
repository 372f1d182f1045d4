import { ConfigurationError } from '../errors/usage-errors.js';
import { didYouMean } from './did-you-mean.js';
import { describe } from './plain-json.js';

/** A test of one option, and the words for what it should be. */
export type Check = readonly [(value: unknown) => boolean, string];

/**
 * Checks options against all that there are: one that is misspelt would otherwise do nothing, without a word.
 *
 * @param path - What stands before a name in a message, such as `retry.`.
 * @returns `true`, so that it can be a test itself.
 * @throws ConfigurationError for what is no object, a name that is no option, or a value of another type. An option that is
 * `undefined` is as if it were not there.
 */
export function checkOptions(path: string, options: unknown, checks: Readonly<Record<string, Check>>): true {
  if (typeof options !== 'object' || options === null)
    throw new ConfigurationError(`Options are an object, not ${describe(options)}.`);
  for (const [name, value] of Object.entries(options)) {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (!check)
      throw new ConfigurationError(
        `\`${path}${name}\` is not an option.${didYouMean(name, Object.keys(checks))} The options are ${Object.keys(checks).join(', ')}.`,
      );
    if (value !== undefined && !check[0](value))
      throw new ConfigurationError(`\`${path}${name}\` must be ${check[1]}, not ${describe(value)}.`);
  }
  return true;
}
