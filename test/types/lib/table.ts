import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The lines of a table whose last column is code. */
export const table = (name: string, columns: number): string[][] =>
  readFileSync(join(import.meta.dirname, '..', name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const cells = line.split(' | ');
      return [...cells.slice(0, columns - 1), cells.slice(columns - 1).join(' | ')];
    });
