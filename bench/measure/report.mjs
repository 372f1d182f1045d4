import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { resultFile } from './paths.mjs';

/** Whether to run only a few rounds, to check that everything works. */
export const quick = process.argv.includes('--quick');

const [load] = loadavg();

/**
 * Saves the results of a part.
 *
 * @param name - The name of the part.
 * @param markdown - Its section of docs/benchmarks.md, without the heading.
 * @param facts - The numbers that the table of questions uses.
 */
export function report(name, markdown, facts = {}) {
  const file = resultFile(name);
  const day = new Date().toISOString().slice(0, 10);
  const measured = `*${day}, load ${load.toFixed(1)} at the start.*`;
  mkdirSync(new URL('.', file), { recursive: true });
  writeFileSync(file, JSON.stringify({ markdown: `${measured}\n\n${markdown}`, facts }, null, 2));
}
