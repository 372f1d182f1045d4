import { mkdirSync, writeFileSync } from 'node:fs';
import { resultFile } from './places.mjs';

/** Whether only a few rounds are wanted, to see that everything runs. */
export const quick = process.argv.includes('--quick');

/**
 * Hands over what a part found.
 *
 * @param name - Of the part.
 * @param markdown - Its section of the document, below the heading.
 * @param facts - The numbers on which the section about limits draws.
 */
export function report(name, markdown, facts) {
  const file = resultFile(name);
  mkdirSync(new URL('.', file), { recursive: true });
  writeFileSync(file, JSON.stringify({ markdown, facts }, null, 2));
}
