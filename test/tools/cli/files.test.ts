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

  test.each(['new.ts', 'present.ts', 'new/folders/new.ts'])(
    'is rejected at once if its folder cannot be written: %s',
    (name) => {
      fs.writeFileSync(join(folder, 'present.ts'), 'before');
      deny('accessSync', folder);
      expect(() => open(name)).toThrow(
        `\`--out\`: ${name} cannot be written: permission denied. Name another path.`,
      );
      expect(fs.readdirSync(folder)).toEqual(['present.ts']);
    },
  );

  test('is rejected at once if it cannot be read', () => {
    const path = join(folder, 'present.ts');
    fs.writeFileSync(path, 'before');
    deny('readFileSync', path);
    expect(() => open('present.ts')).toThrow(
      '`--out`: present.ts cannot be read: permission denied.',
    );
  });

  test('is written with the folders that it needs', () => {
    const file = open('new/folders/new.ts');
    expect([file.text, file.write('text')]).toEqual([undefined, true]);
    expect(fs.readFileSync(join(folder, 'new/folders/new.ts'), 'utf8')).toBe('text');
  });
});
