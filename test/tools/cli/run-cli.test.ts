import { describe, expect, test } from 'vitest';
import { type CommandContext, defineCommand, UsageError } from '../../../src/tools/cli/command.js';
import { runCli } from '../../../src/tools/cli/run-cli.js';
import { createTestContext } from '../../fixtures/command-context.js';

const options = {
  name: { placeholder: 'text', help: 'a name', required: true },
  many: {
    placeholder: 'value',
    help: 'repeatable',
    multiple: true,
    parse: (text: string) => text.length,
  },
  quick: { help: 'a flag' },
  size: { placeholder: 'value', help: 'a size', default: '7', parse: Number },
} as const;

/** Runs a command that does what a test says, with and without Ctrl-C. */
async function run(
  args: readonly string[],
  act: (values: object, context: CommandContext) => unknown,
) {
  const { context, out, errors } = createTestContext({ isTerminal: true });
  const command = defineCommand({
    name: 'try',
    summary: 'Tries something.',
    options,
    examples: ['try --name x'],
    async run(values, context) {
      context.progress('working');
      await act(values, context);
      return 0;
    },
  });
  const ended = runCli(['try', ...args], '1.2.3', context, { try: async () => command });
  return {
    status: await ended,
    out,
    errors: errors.filter((text) => text !== 'working' && !text.startsWith('\r')),
  };
}

describe('a command', () => {
  test('gets the values of its options', async () => {
    let values: object = {};
    const args = ['--name', 'x', '--many', 'a', '--many=bcd', '--quick'];
    expect(await run(args, (parsed) => (values = parsed))).toMatchObject({ status: 0, errors: [] });
    expect(values).toEqual({ name: 'x', many: [1, 3], quick: true, size: 7 });
  });

  test('has a help text of its own', async () => {
    const { status, out } = await run(['--help'], expect.fail);
    expect(status).toBe(0);
    expect(out[0]).toBe(`Usage: payments-data-client try [options]

Tries something.

  --name <text>   a name (required)
  --many <value>  repeatable (repeatable)
  --quick         a flag
  --size <value>  a size (default 7)
  -h, --help      print this help
  -v, --version   print the version

Example:
  payments-data-client try --name x`);
  });

  test.each(['mock', 'connect'])('%s has a help text for 80 columns', async (name) => {
    const { context, out } = createTestContext();
    expect(await runCli([name, '--help'], '1.2.3', context)).toBe(0);
    expect(out.join('\n')).toContain(`Usage: payments-data-client ${name} [options]`);
    expect(out.join('\n')).not.toMatch(/.{81}/);
  });

  test.each([new UsageError('wrong'), new TypeError('wrong')])(
    'that throws %s ends with its message and the status 2',
    async (error) => {
      const act = () => {
        throw error;
      };
      const expected = { status: 2, out: [], errors: ['wrong'] };
      expect(await run(['--name', 'x'], act)).toMatchObject(expected);
    },
  );

  test('that fails after Ctrl-C ends with 130, without a message', async () => {
    const { context, errors, interrupt } = createTestContext();
    const command = defineCommand({
      name: 'try',
      summary: '',
      options: {},
      examples: [],
      run: (_, { signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    const ended = runCli(['try'], '1.2.3', context, { try: async () => command });
    setTimeout(interrupt);
    expect([await ended, errors]).toEqual([130, []]);
  });
});

test.each(['\n', '\r\n', '\u2028', '\u202e', '\u001b[2K'])(
  'an error is one line, although a service or an option has a %j in it',
  async (text) => {
    const { errors } = await run(['--name', 'x'], () => {
      throw new Error(`the service says${text}GET /v1/x 200`);
    });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/^the service says[^\p{Cc}\p{Bidi_Control}\u2028]+$/u);
    const { context, errors: ofOption } = createTestContext();
    expect(await runCli(['mock', '--latency', `1${text}2`], '1.2.3', context)).toBe(2);
    expect(ofOption.join()).toMatch(/^[^\p{Cc}\p{Bidi_Control}\u2028]+$/u);
  },
);

test.each([
  'secretpart1:secretpart2',
  "secretpart1'secretpart2",
  '{secretpart1:secretpart2}',
  "{secretpart1:'secretpart2'}",
  'secretpart1=secretpart2',
])('shows no part of the API key %s, wherever it is passed', async (key) => {
  const options = ['--fail', '--latency', '--origin', '--port', '--data', '--schema', '--host'];
  const mistakes = [
    [key],
    [`--${key}`],
    ['mock', key],
    ['mock', `--${key}`],
    ['mock', `--quiet=${key}`],
    ['mock', '--key', key, '--latency', key],
    ['mock', '--key', `${key} with a space`],
  ];
  const values = options.flatMap((option) => [
    ['mock', option, key],
    ['mock', `${option}=${key}`],
  ]);
  for (const [env, lines] of [
    [{}, mistakes],
    [{ PAYMENTS_API_KEY: key }, [...mistakes, ...values]],
  ] as const)
    for (const args of lines) {
      const { context, out, errors } = createTestContext({ env });
      expect(await runCli(args, '1.2.3', context)).toBe(2);
      expect([...out, ...errors].join('\n')).not.toMatch(/secretpart/);
    }
});
