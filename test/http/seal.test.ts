import fc from 'fast-check';
import { isConfigurationError } from 'payments-data-client';
import { describe, expect, test } from 'vitest';
import { createSeals } from '../../src/http/seal.js';
import { failure } from '../fixtures/failure.js';

const key = 'a-key-0123456789';
const seals = createSeals(key, 'createProxy');

describe('a seal', () => {
  test('keeps any text, in the characters of a URL', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.string(), async (text, context) => {
        const sealed = await seals.seal(text, context);
        expect(sealed).toMatch(/^[\w-]+$/);
        expect(await seals.open(sealed, context)).toBe(text);
      }),
      { seed: 7, numRuns: 100 },
    );
  });

  test('tells the length of the text only in steps of 64 bytes', async () => {
    for (const [bytes, characters] of [
      ...[
        [0, 123],
        [1, 123],
        [63, 123],
        [64, 208],
        [127, 208],
        [128, 294],
        [600, 891],
      ],
    ] as const) {
      const text = 'x'.repeat(bytes);
      const sealed = await seals.seal(text, 'context');
      expect(sealed).toHaveLength(characters);
      expect(await seals.open(sealed, 'context')).toBe(text);
    }
  });

  test.each(['\ufeffa', '\ufeff', 'ÿ', '\u0000', 'a\u0000'])('keeps %j', async (text) => {
    expect(await seals.open(await seals.seal(text, ''), '')).toBe(text);
  });

  test('shows nothing of the text and the key', async () => {
    const sealed = await seals.seal('account_id=1', key);
    const bytes = Buffer.from(sealed, 'base64url').toString('latin1');
    expect(bytes).not.toMatch(/account|key/);
    expect(JSON.stringify(seals)).toBe('{}');
  });

  test('is the same for the same text, and another one for another text or context', async () => {
    const sealed = await Promise.all([
      ...[seals.seal('1', 'a'), seals.seal('1', 'a'), seals.seal('2', 'a'), seals.seal('1', 'b')],
    ]);
    expect(sealed[0]).toBe(sealed[1]);
    expect(new Set(sealed.map((text) => text.slice(0, 16))).size).toBe(3); // nonces
  });

  test('does not open with another context', async () => {
    const sealed = await seals.seal('text', 'a');
    for (const context of ['', 'b', 'a ', 'A'])
      expect(await seals.open(sealed, context)).toBe(undefined);
  });

  test('does not open if a character was changed, added or removed', async () => {
    const sealed = await seals.seal('text', 'a');
    for (let index = 0; index < sealed.length; index++) {
      const other = sealed[index] === 'A' ? 'Q' : 'A';
      const changed = sealed.slice(0, index) + other + sealed.slice(index + 1);
      const isLast = index === sealed.length - 1; // some of its bits are in no byte
      if (!isLast) expect(await seals.open(changed, 'a')).toBe(undefined);
      expect(await seals.open(sealed.slice(0, index), 'a')).toBe(undefined);
    }
    expect(await seals.open(`${sealed}AAAA`, 'a')).toBe(undefined);
  });

  test.each(['', 'x', '=', '....', 'é', '\n', '../..', 'A'.repeat(16), 'A'.repeat(38), btoa('1')])(
    'is not %j',
    async (text) => expect(await seals.open(text, 'a')).toBe(undefined),
  );
});

describe('the API key of a seal', () => {
  test('is the same in another process, and opens it there', async () => {
    const other = createSeals(async () => key, 'createProxy');
    expect(await other.open(await seals.seal('text', 'a'), 'a')).toBe('text');
    expect(await seals.open(await other.seal('text', 'a'), 'a')).toBe('text');
  });

  test('is not another key', async () => {
    const other = createSeals('a-key-0123456780', 'createProxy');
    expect(await other.open(await seals.seal('text', 'a'), 'a')).toBe(undefined);
  });

  test('may be renewed: the seals of the last two keys open', async () => {
    let current = 'key-1';
    const renewed = createSeals(() => current, 'createProxy');
    const sealed = await renewed.seal('text', 'a');
    const opened: unknown[] = [];
    for (current of ['key-2', 'key-2', 'key-1', 'key-2', 'key-3', 'key-1'])
      opened.push([current, await renewed.open(sealed, 'a')]);
    expect(opened).toEqual([
      ...[
        ['key-2', 'text'],
        ['key-2', 'text'],
        ['key-1', 'text'],
        ['key-2', 'text'],
      ],
      ...[
        ['key-3', undefined],
        ['key-1', 'text'],
      ],
    ]);
    const latest = createSeals('key-1', 'createProxy');
    expect(await latest.open(await renewed.seal('text', 'a'), 'a')).toBe('text');
  });

  test('may be missing: its seals open in the same process only', async () => {
    const open = createSeals(null, 'createProxy');
    const sealed = await open.seal('text', 'a');
    expect(await open.open(sealed, 'a')).toBe('text');
    expect(await createSeals(null, 'createProxy').open(sealed, 'a')).toBe(undefined);
    expect(await createSeals('null-key', 'createProxy').open(sealed, 'a')).toBe(undefined);
  });

  test.each([['no key'], [undefined], ['']])('is not %j', async (invalid) => {
    const { open, seal } = createSeals(() => invalid as string, 'createProxy');
    for (const call of [open('x', 'a'), seal('x', 'a')])
      expect(isConfigurationError(await failure(call))).toBe(true);
  });
});
