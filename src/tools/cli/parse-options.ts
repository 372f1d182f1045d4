import { parseArgs } from 'node:util';
import { nearestName } from '../../messages/did-you-mean.js';
import { own } from '../../values/plain-object.js';
import {
  type Command,
  invalidValue,
  type OptionDefinition,
  type OptionTable,
  UsageError,
} from './command.js';

export const generalOptions = {
  help: { type: 'boolean', short: 'h', help: 'print this help' },
  version: { type: 'boolean', short: 'v', help: 'print the version' },
} as const;

/**
 * Parses the arguments that follow the name of a command.
 *
 * @param onValue - Called with each option and its text, before anything is checked.
 * @returns The values by the names of the options, or the general option that was passed.
 */
export function parseOptions(
  { name, options }: Pick<Command, 'name' | 'options'>,
  args: readonly string[],
  onValue?: (option: OptionDefinition, text: string) => void,
): Record<string, unknown> | keyof typeof generalOptions {
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options: { ...toConfig(options), ...generalOptions },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    const option = token.kind === 'option' && own(options, token.name);
    if (option && token.value !== undefined) onValue?.(option, token.value);
  }
  const seen = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const option = checkOption(token, { ...options, ...generalOptions });
    if (option.placeholder !== undefined && !option.multiple && seen.has(token.name))
      throw new UsageError(`\`${token.rawName}\` can be used only once.`);
    seen.add(token.name);
  }
  if (values.help === true) return 'help';
  if (values.version === true) return 'version';
  const [argument] = positionals;
  if (argument !== undefined)
    throw new UsageError(
      `\`${name}\` takes options only, got an argument. ${argumentHint(argument, options)}`,
    );
  return Object.fromEntries(
    Object.entries(options).map(([option, definition]) => [
      option,
      toValue(`--${option}`, definition, values[option]),
    ]),
  );
}

/** The values of options that are recognized without the name of the option. */
const recognized: { readonly [option: string]: RegExp } = {
  data: /^\S+\.json5?$/i,
  schema: /^\S+\.[cm]?[jt]s$/,
  out: /^\S+\.[cm]?ts$/,
  'base-url': /^https?:\/\/[^\s@?#]+$/,
};

/** Other arguments are not repeated: they may be secrets that belong into another place. */
function argumentHint(argument: string, options: OptionTable): string {
  const option = Object.keys(options).find((name) => own(recognized, name)?.test(argument));
  if (option !== undefined) return `Did you mean \`--${option} ${argument}\`?`;
  // What shells make of `{status:503,times:2}` without quotes: several, such as `times:2`.
  return /^\{|^\w+:(?!\/)|\}$/.test(argument)
    ? 'Write {…} in double quotes. See --help.'
    : 'See --help.';
}

const toConfig = (options: OptionTable) =>
  Object.fromEntries(
    Object.entries(options).map(([name, { placeholder, multiple = false }]) => [
      name,
      { type: placeholder === undefined ? ('boolean' as const) : ('string' as const), multiple },
    ]),
  );

/**
 * @param token - An option as `parseArgs` found it.
 * @returns Its definition.
 */
function checkOption(
  { name, rawName, value }: { name: string; rawName: string; value?: string | undefined },
  options: OptionTable,
): OptionDefinition {
  const option = own(options, name);
  if (!option) {
    const mistaken = Object.values(options).find((item) => item.mistaken?.names.includes(name));
    const near = nearestName(name, Object.keys(options));
    const hint = mistaken?.mistaken?.hint ?? (near ? `Did you mean \`--${near}\`?` : 'See --help.');
    // Any other text may be a part of a secret.
    const shown = /^[a-z-]+$/i.test(rawName) ? `\`${rawName}\`` : 'An argument';
    throw new UsageError(`${shown} is not an option. ${hint}`);
  }
  if (option.placeholder === undefined) {
    if (value !== undefined) throw new UsageError(`\`${rawName}\` takes no value.`);
  } else if (!value || value.startsWith('--'))
    throw new UsageError(`\`${rawName}\` needs a value. See --help.`);
  return option;
}

function toValue(name: string, option: OptionDefinition, value: unknown): unknown {
  if (option.placeholder === undefined) return value === true;
  const parse = (text: unknown) => (option.parse ? option.parse(String(text), name) : text);
  if (option.multiple) return [value ?? []].flat().map(parse);
  const text = value ?? option.default;
  if (text !== undefined) return parse(text);
  if (option.required) throw new UsageError(`\`${name}\` is missing. See --help.`);
  return undefined;
}

export const integerOption = (help: string, minimum: number, maximum: number) => ({
  placeholder: 'number',
  help,
  parse(text: string, option: string): number {
    const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= minimum && number <= maximum) return number;
    throw invalidValue(option, `an integer from ${minimum} to ${maximum}`, text);
  },
});
