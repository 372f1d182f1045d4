import { describe, expect, test } from 'vitest';
import { createTestContext } from '../../fixtures/command-context.js';

const ERASE = '\r\x1b[2K';

describe('the context of a command', () => {
  test('shows progress as the last line of a terminal, below other lines', () => {
    const { context, out, errors } = createTestContext({ isTerminal: true });
    context.progress('1 of 2');
    context.progress('2 of 2');
    context.out('a result');
    context.progress(undefined);
    expect(errors).toEqual(['1 of 2', ERASE, '2 of 2', ERASE]);
    expect(out).toEqual(['a result']);
  });

  test('keeps progress on one line of the terminal', () => {
    const { context, errors } = createTestContext({ isTerminal: true, columns: 10 });
    context.progress('123\n456\x1b789 and more');
    expect(errors).toEqual(['123 456·7']);
  });

  test.each([
    ['a pipe', { isTerminal: false }],
    ['a terminal that cannot erase', { isTerminal: true, env: { TERM: 'dumb' } }],
  ])('shows no progress in %s', (_, process) => {
    const { context, errors } = createTestContext(process);
    context.progress('1 of 2');
    context.progress(undefined);
    expect(errors).toEqual([]);
  });

  test('never writes a hidden secret, also in a URL or in JSON', () => {
    const { context, out, errors } = createTestContext({ isTerminal: true });
    context.hide('s3cret/"key"');
    context.out('a s3cret/"key" b');
    context.out(`https://x.test/?key=${encodeURIComponent('s3cret/"key"')}`);
    context.error(JSON.stringify({ key: 's3cret/"key"' }));
    context.progress('s3cret/"key"');
    expect(out).toEqual(['a [redacted] b', 'https://x.test/?key=[redacted]']);
    expect(errors).toEqual(['{"key":"[redacted]"}', '[redacted]']);
  });

  test('never writes what a terminal acts on', () => {
    const { context, out, errors } = createTestContext({ isTerminal: true });
    const text = 'a\tb\n\x1b[2J\x1b]0;title\x07\x9b8m\r\x7f\u202ec\x1b[8m';
    const shown = 'a\tb\n\\u001b[2J\\u001b]0;title\\u0007\\u009b8m\\u000d\\u007f\\u202ec\\u001b[8m';
    context.out(text);
    context.error(text);
    context.out(JSON.stringify({ text }));
    expect(out[0]).toBe(shown);
    expect(errors).toEqual([shown]);
    expect(JSON.parse(out[1] ?? '')).toEqual({ text });
  });
});
