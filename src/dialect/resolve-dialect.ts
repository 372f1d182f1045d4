import { ConfigurationError } from '../errors.js';
import { describe } from '../values/describe.js';
import { didYouMean } from '../values/did-you-mean.js';
import { isPlainObject, own } from '../values/plain-object.js';
import type { Dialect, ResolvedDialect } from './dialect.js';
import { checkParameters } from './setting-values.js';
import { presets, type Setting, settings } from './settings.js';

type Group = { readonly [name: string]: Setting | Group };

export const isSetting = (member: Setting | Group): member is Setting =>
  typeof member.accepts === 'function';

/** Checks a dialect, and adds the defaults. */
export function resolveDialect(source: string, dialect: Dialect = {}): ResolvedDialect {
  const resolved = resolveGroup(source, ['dialect'], settings, dialect) as ResolvedDialect; // which `settings` describes
  checkParameters(resolved.parameters, source);
  return resolved;
}

function resolveGroup(
  source: string,
  keys: readonly string[],
  group: Group,
  given: unknown = {},
): object {
  const path = keys.join('.');
  const [, name = ''] = keys;
  const short = own<{ readonly [preset: string]: object }>(presets, name) ?? {};
  const members = typeof given === 'string' ? own(short, given) : given;
  if (!isPlainObject(members)) {
    const presetNames = Object.keys(short).map((preset) => `'${preset}'`);
    throw invalid(
      source,
      path,
      [...presetNames, 'an object of settings'].join(' or '),
      given,
      Object.keys(short),
    );
  }
  const names = Object.keys(group);
  for (const member of Object.keys(members))
    if (!names.includes(member))
      throw new ConfigurationError(
        `\`${path}.${member}\` is not a setting.${didYouMean(member, names)} The settings are ${names.join(', ')}.`,
        source,
      );
  const resolved = Object.entries(group).map(([member, of]) => {
    const value = own(members, member);
    if (!isSetting(of)) return [member, resolveGroup(source, [...keys, member], of, value)];
    if (value === undefined) return [member, of.default];
    if (of.accepts(value)) return [member, value];
    const expected = of.expectedFor?.(value) ?? of.expected;
    throw invalid(source, `${path}.${member}`, expected, value, of.names);
  });
  return Object.fromEntries(resolved);
}

function invalid(
  source: string,
  path: string,
  expected: string,
  given: unknown,
  names: readonly string[] = [],
) {
  const hint = typeof given === 'string' ? didYouMean(given, names) : '';
  return new ConfigurationError(
    `expected \`${path}\` to be ${expected}, got ${describe(given)}.${hint}`,
    source,
  );
}
