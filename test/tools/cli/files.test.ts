import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openFile } from '../../../src/tools/cli/files.js';

let folder: string;
beforeEach(() => {
  folder = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'files-')));
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  fs.rmSync(folder, { recursive: true });
});

/** Denies the access to a path. It is simulated, because root may read and write everything. */
function deny(name: 'accessSync' | 'readFileSync', denied: string): void {
  const error = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
  vi.spyOn(fs, name).mockImplementation((path: unknown) => {
    if (path === denied) throw error;
    return '';
  });
  syncBuiltinESMExports(); // for `import { accessSync }`
}

describe('a file that will be written', () => {
  const open = (name: string) => openFile(name, folder, { option: '--out' });

  test.each([
    ['new.ts', 'accessSync', '/'],
    ['new/folders/new.ts', 'accessSync', '/'],
    ['present.ts', 'accessSync', '/present.ts'],
    ['present.ts', 'readFileSync', '/present.ts'],
  ] as const)('is rejected at once if it cannot be written or read: %s', (name, act, denied) => {
    fs.writeFileSync(join(folder, 'present.ts'), 'before');
    deny(act, folder + denied);
    expect(() => open(name)).toThrow(
      `\`--out\`: ${name} cannot be written: permission denied. Name another path.`,
    );
    expect(fs.readdirSync(folder)).toEqual(['present.ts']);
  });

  test('is rejected if it is a folder, or below a file', () => {
    fs.writeFileSync(join(folder, 'present.ts'), 'before');
    expect(() => open('.')).toThrow('`--out`: . is not a file.');
    expect(() => open('present.ts/new.ts')).toThrow(
      '`--out`: present.ts/new.ts cannot be written: ENOTDIR',
    );
  });

  test('is written with the folders that it needs, and only if its text differs', () => {
    const file = open('new/folders/new.ts');
    expect([file.text, file.write('text')]).toEqual([undefined, true]);
    expect(fs.readFileSync(join(folder, 'new/folders/new.ts'), 'utf8')).toBe('text');
    const again = open('new/folders/new.ts');
    expect([again.text, again.write('text'), again.write('more')]).toEqual(['text', false, true]);
  });
});
