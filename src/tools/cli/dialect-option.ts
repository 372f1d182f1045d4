import JSON5 from 'json5';
import type { Dialect } from '../../dialect/dialect.js';
import { presets } from '../../dialect/presets.js';
import { resolveDialect } from '../../dialect/resolve-dialect.js';
import { isPlainObject, own, setMember } from '../../values/plain-object.js';
import { type OptionDefinition, UsageError, withUsageErrors } from './command.js';

/** A setting given on the command line: `['text', 'like']` and `insensitive`. */
interface GivenSetting {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** The option `--dialect` of every command that has it. */
export const dialectOption = {
  placeholder: 'setting',
  help: 'how the service differs, such as nulls=sql or pageSize.max=100',
  multiple: true,
  parse: parseSetting,
} as const satisfies OptionDefinition;

function parseSetting(text: string, option: string): GivenSetting {
  const equals = text.indexOf('=');
  if (equals < 1) throw new UsageError(`\`${option}\` must be a setting and its value, such as nulls=sql.`);
  const value = text.slice(equals + 1);
  return {
    path: text.slice(0, equals).split('.'),
    value: value.startsWith('{')
      ? parseObject(value, option)
      : value === 'null'
        ? null
        : /^\d+$/.test(value)
          ? Number(value)
          : value,
  };
}

/** A collation, such as `{locale:'en',ignores:['case']}`. */
function parseObject(text: string, option: string): unknown {
  try {
    return JSON5.parse(text);
  } catch {
    throw new UsageError(
      `\`${option}\`: expected relaxed JSON such as {locale:'en',ignores:['case']}, got ${text}`,
    );
  }
}

/**
 * The dialect of a module, changed by the settings of the command line.
 *
 * @throws UsageError for an unknown setting or value.
 */
export function changeDialect(dialect: Dialect | undefined, settings: readonly GivenSetting[]): Dialect {
  const changed: Record<string, unknown> = { ...dialect };
  for (const { path, value } of settings) {
    const [group = '', ...members] = path;
    const given = own(changed, group);
    const named = own<{ readonly [preset: string]: object }>(presets, group) ?? {};
    const before = typeof given === 'string' ? own(named, given) : given;
    const kept = isPlainObject(before) ? before : {};
    setMember(changed, group, members.length > 0 ? { ...kept, [members.join('.')]: value } : value);
  }
  withUsageErrors(() => resolveDialect('`--dialect`', changed));
  return changed;
}
