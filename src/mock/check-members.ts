import { ConfigurationError } from '../errors/usage-errors.js';
import { didYouMean } from '../values/did-you-mean.js';
import { describe, isPlainObject } from '../values/plain-json.js';

/**
 * Checks that something is an object, and has no other members than it may.
 *
 * @param call - What the object was given to, such as `createMock`.
 * @returns The object, of whose members nothing is known but their names.
 * @throws ConfigurationError which names the wrong member, and the nearest right one.
 */
export function checkMembers(
  call: string,
  given: unknown,
  names: readonly string[],
  expected = 'an object',
): Record<string, unknown> {
  if (!isPlainObject(given))
    throw new ConfigurationError(`${call}: expected ${expected}, not ${describe(given)}.`);
  for (const name of Object.keys(given)) {
    if (!names.includes(name))
      throw new ConfigurationError(
        `${call}: \`${name}\` is not one of ${names.join(', ')}.${didYouMean(name, names)}`,
      );
  }
  return given;
}
