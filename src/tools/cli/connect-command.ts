import { defineCommand, exclusiveOptions } from './command.js';
import { connectOptions } from './connect-options.js';

/** Writes what is particular to a service: its schema and its dialect. */
export const connectCommand = defineCommand({
  name: 'connect',
  summary:
    'Asks your service, and writes a module with its schema and its dialect; --check asks again.',
  options: connectOptions,
  examples: [
    'connect --base-url https://api.example.com',
    'connect --base-url https://api.example.com --check',
    'connect --base-url https://api.example.com --resource entities=/entities',
  ],
  async run(values, context) {
    if (values.check && values.force) throw exclusiveOptions('--check', '--force');
    // It takes time to load, which `--help` need not wait for.
    const { check, write } = await import('./connect-run.js');
    return values.check ? check(values, context) : write(values, context);
  },
});
