import { defineCommand, exclusiveOptions, UsageError } from './command.js';
import { connectOptions } from './connect-options.js';

/**
 * Options that have no effect with `--check`, which writes nothing, and those that have none
 * without it.
 */
const WRITE_OPTIONS = [
  'force',
  'rows',
  'no-values',
  'out',
  'resource',
  'rows-per-resource',
] as const;
const CHECK_OPTIONS = ['schema', 'accept', 'json'] as const;

/** Writes what is particular to a service: its schema and its dialect. */
export const connectCommand = defineCommand({
  name: 'connect',
  summary:
    'Measures your service, and writes a module with its schema and its dialect; --check compares them.',
  options: connectOptions,
  examples: [
    'connect --base-url https://api.example.com',
    'connect --base-url https://api.example.com --check',
    'connect --base-url https://api.example.com --rows rows.json',
    'connect --base-url https://api.example.com --resource entities=/entities',
    'connect --base-url https://api.example.com --check --schema src/schema.ts --accept like --json',
  ],
  async run(values, context) {
    const isGiven = (name: (typeof WRITE_OPTIONS | typeof CHECK_OPTIONS)[number]) =>
      [values[name]].flat().some((value) => value !== undefined && value !== false);
    if (values.check) {
      const unused = WRITE_OPTIONS.find(isGiven);
      if (unused === 'out')
        throw new UsageError(
          '`--check` writes nothing. Name the module with --schema instead of --out.',
        );
      if (unused) throw exclusiveOptions('--check', `--${unused}`);
    } else {
      const unused = CHECK_OPTIONS.find(isGiven);
      if (unused)
        throw new UsageError(`\`--${unused}\` belongs to --check. Add --check, or leave it out.`);
    }
    const { runConnect } = await import('./connect-run.js'); // it takes time to load, which `--help` need not wait for
    return runConnect(values, context);
  },
});
