import { ConfigurationError } from '../errors/usage-errors.js';
import { describe } from '../values/describe.js';
import { didYouMean } from '../values/did-you-mean.js';
import { isPlainObject, own } from '../values/plain-object.js';
import type { Dialect, ResolvedDialect } from './dialect.js';
import { presets } from './presets.js';
import type { Setting } from './setting.js';
import { settings } from './settings.js';

/** The settings of a group by name. */
type Group = { readonly [name: string]: Setting };

/** Whether a member of `settings` is a single setting. */
export const isSetting = (member: Setting | Group): member is Setting => typeof member.accepts === 'function';

/**
 * Checks a dialect, and adds the defaults.
 *
 * @param source - The function that the dialect was passed to, for messages.
 * @throws ConfigurationError that names the unknown member or the invalid value.
 */
export function resolveDialect(source: string, dialect: Dialect = {}): ResolvedDialect {
  if (!isPlainObject(dialect))
    throw new ConfigurationError(
      `expected \`dialect\` to be an object of settings, got ${describe(dialect)}.`,
      source,
    );
  assertNames(source, 'dialect', dialect, settings);
  const groups = Object.entries<Setting | Group>(settings).map(([name, group]) => {
    const given = own(dialect, name);
    const path = `dialect.${name}`;
    return [
      name,
      isSetting(group)
        ? resolveSetting(source, path, group, given)
        : resolveGroup(source, name, group, given),
    ];
  });
  return Object.fromEntries(groups);
}

function resolveSetting(source: string, path: string, setting: Setting, given: unknown): unknown {
  if (given === undefined) return setting.default;
  if (setting.accepts(given)) return given;
  const hint = typeof given === 'string' ? didYouMean(given, Object.keys(setting.alternatives)) : '';
  throw new ConfigurationError(
    `expected \`${path}\` to be ${setting.expected}, got ${describe(given)}.${hint}`,
    source,
  );
}

function resolveGroup(source: string, name: string, group: Group, given: unknown = {}): object {
  const path = `dialect.${name}`;
  const short = own<{ readonly [preset: string]: object }>(presets, name) ?? {};
  const members = typeof given === 'string' ? own(short, given) : given;
  if (!isPlainObject(members)) {
    const names = Object.keys(short).map((preset) => `'${preset}'`);
    const hint = typeof given === 'string' ? didYouMean(given, Object.keys(short)) : '';
    throw new ConfigurationError(
      `expected \`${path}\` to be ${[...names, 'an object of settings'].join(' or ')}, got ${describe(given)}.${hint}`,
      source,
    );
  }
  assertNames(source, path, members, group);
  return Object.fromEntries(
    Object.entries(group).map(([member, setting]) => [
      member,
      resolveSetting(source, `${path}.${member}`, setting, own(members, member)),
    ]),
  );
}

function assertNames(source: string, path: string, given: object, known: object): void {
  const names = Object.keys(known);
  for (const name of Object.keys(given))
    if (!names.includes(name))
      throw new ConfigurationError(
        `\`${path}.${name}\` is not a setting.${didYouMean(name, names)} The settings are ${names.join(', ')}.`,
        source,
      );
}
