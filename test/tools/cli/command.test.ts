import { describe, expect, test } from 'vitest';
import { createColors } from '../../../src/tools/cli/command.js';

describe('colors', () => {
  test.each([
    [{}, true, true],
    [{}, false, false],
    [{ NO_COLOR: '1' }, true, false],
    [{ NO_COLOR: '' }, true, true],
    [{ TERM: 'dumb' }, true, false],
    [{ FORCE_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '' }, false, true],
    [{ FORCE_COLOR: '0' }, true, false],
    [{ FORCE_COLOR: 'false' }, true, false],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false, true],
  ])('with %j and a terminal: %j, are on: %j', (env, isTerminal, isOn) => {
    expect(createColors(env, isTerminal).red('x')).toBe(isOn ? '\x1b[31mx\x1b[39m' : 'x');
  });

  test('go on after a nested color', () => {
    const { red, green } = createColors({}, true);
    expect(red(`a${green('b')}c`)).toBe('\x1b[31ma\x1b[32mb\x1b[39m\x1b[31mc\x1b[39m');
  });
});
