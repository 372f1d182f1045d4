import { createHash } from 'node:crypto';
import type { Reading } from './rows.js';

/** How many rows of each list are in a fingerprint. */
const ROWS = 3;
/** Digits of a hash: enough to recognize a row, and too few to find out its id. */
const DIGITS = 7;

/** Rows of other workspaces may have the same short ids, but not the same dates. */
const hashOf = (row: { readonly [name: string]: unknown }): string =>
  createHash('sha256').update(`${row.id} ${row.created_at}`).digest('hex').slice(0, DIGITS);

/** Recognizes a workspace by hashes of its first rows. */
export const fingerprintOf = (readings: readonly Reading[]): string[] =>
  readings.flatMap(({ rows }) => [...rows.values()].slice(0, ROWS).map(hashOf));

/** Whether most of the rows of a fingerprint were read again: some may be deleted meanwhile. */
export function isSameWorkspace(
  fingerprint: readonly string[],
  readings: readonly Reading[],
): boolean {
  const present = new Set(readings.flatMap(({ rows }) => [...rows.values()].map(hashOf)));
  const found = fingerprint.filter((hash) => present.has(hash));
  return found.length > 0 && found.length * 2 >= fingerprint.length;
}
