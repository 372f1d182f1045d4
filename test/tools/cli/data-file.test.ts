import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { DataFile } from '../../../src/tools/cli/data-file.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'data-file-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

/** A file that was read. */
function readFile(name: string, text: string): DataFile {
  writeFileSync(join(folder, name), text);
  const file = new DataFile(name, folder);
  file.read(() => {});
  return file;
}

const contents = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));

const rows = { units: [{ id: '1', name: 'EUR' }] };

describe('the file of --data', () => {
  test('is replaced by the rows, and keeps its mode [decision 30]', () => {
    const file = readFile('rows.json5', '{ units: [] } // none');
    chmodSync(file.path, 0o640);
    expect(file.write(rows)).toBe('rows.json5');
    expect(contents('rows.json5')).toEqual(rows);
    expect(statSync(file.path).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder)).toEqual(['rows.json5']);
  });

  test('stays a link if it is one', () => {
    writeFileSync(join(folder, 'target.json'), '{}');
    symlinkSync('target.json', join(folder, 'rows.json'));
    const file = new DataFile('rows.json', folder);
    file.read(() => {});
    file.write(rows);
    expect(lstatSync(file.path).isSymbolicLink()).toBe(true);
    expect(contents('target.json')).toEqual(rows);
  });

  test('is not overwritten if somebody else has changed it [decision 30]', () => {
    const file = readFile('rows.json5', '{}');
    writeFileSync(file.path, '{ "units": [] }');
    chmodSync(file.path, 0o600);
    expect(file.write(rows)).toBe('rows.saved.json');
    expect(file.write(rows)).toBe('rows.saved-2.json');
    expect(contents('rows.json5')).toEqual({ units: [] });
    expect(statSync(join(folder, 'rows.saved.json')).mode).toBe(statSync(file.path).mode);
    expect(contents('rows.saved-2.json')).toEqual(rows);
  });

  test('is not restored in its place if it was deleted, and others cannot read the new one', () => {
    writeFileSync(join(folder, 'rows.json'), '{}', { mode: 0o600 });
    const file = new DataFile('rows.json', folder);
    file.read(() => {});
    rmSync(file.path);
    expect(file.write(rows)).toBe('rows.saved.json');
    expect(readdirSync(folder)).toEqual(['rows.saved.json']);
    expect(statSync(join(folder, 'rows.saved.json')).mode & 0o777).toBe(0o600);
  });

  test('is left as it was if it cannot be written', () => {
    const file = readFile('rows.json', '{}');
    // The name of the temporary file is taken.
    writeFileSync(join(folder, `.rows.json.${process.pid}.tmp`), 'x');
    expect(() => file.write(rows)).toThrow(/^`--save`: rows\.json cannot be written: EEXIST/);
    expect(contents('rows.json')).toEqual({});
  });
});
