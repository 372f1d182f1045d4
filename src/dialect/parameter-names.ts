import { ConfigurationError } from '../errors/usage-errors.js';
import { isNonEmptyString, type OptionCheck } from '../values/check-options.js';

/** The check of the name of a query parameter. */
export const parameterName: OptionCheck = [
  (value) => value === null || (isNonEmptyString(value) && !/[&=#?+\s]|\p{Surrogate}/u.test(value)),
  'the name of a query parameter, or null if the service has none',
];

/** @throws ConfigurationError if two parameters have the same name. */
export function checkParameters(parameters: Readonly<Record<string, string | null>>, source: string): void {
  const names = Object.entries(parameters);
  for (const [index, [key, name]] of names.entries()) {
    const other = names.slice(0, index).find(([, one]) => name !== null && one === name);
    if (other)
      throw new ConfigurationError(
        `\`dialect.parameters.${key}\` has the name of \`${other[0]}\`, '${name}'. Use another name, or null for the one that the service does not have.`,
        source,
      );
  }
}
