// Applies each planted fault to a copy of the project, and runs the tests that must fail.
// `npm run faults` runs all, `npm run faults -- pages mock` those of two files.
import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

const project = resolve(import.meta.dirname, '../..');
const areas = process.argv.slice(2);
const faults = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.json'))
  .map((file) => ({ area: basename(file, '.json'), file }))
  .filter(({ area }) => areas.length === 0 || areas.includes(area))
  .flatMap(({ area, file }) =>
    JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8')).map((fault) => ({
      area,
      ...fault,
    })),
  );

const copy = mkdtempSync(join(tmpdir(), 'planted-faults-'));
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
process.on('SIGINT', () => process.exit(130));
const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: project,
  encoding: 'utf8',
});
for (const path of tracked.split('\n').filter(Boolean))
  if (/^(src|test|examples|docs)\/|^[^/]+$/.test(path))
    cpSync(join(project, path), join(copy, path));
symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'));

/** Whether the tests pass. `types` compiles the project instead of running a file. */
const passes = (tests) =>
  new Promise((done) => {
    const isTypes = tests.includes('types');
    const args = isTypes
      ? ['node_modules/typescript-7.0/bin/tsc', '-p', '.']
      : ['node_modules/vitest/vitest.mjs', 'run', '--bail', '1', ...tests];
    execFile('node', args, { cwd: copy, timeout: 240_000 }, (error) => done(!error));
  });

let survived = 0;
for (const { area, about, file, text, replacement, tests } of faults) {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  const isUnique = source.split(text).length === 2;
  if (isUnique)
    writeFileSync(
      path,
      source.replace(text, () => replacement),
    );
  const isFound = isUnique && !(await passes(tests));
  writeFileSync(path, source);
  if (!isFound) survived++;
  const result = isFound ? 'found' : isUnique ? 'SURVIVED' : 'TEXT NOT FOUND ONCE';
  console.log(`${result}  ${area}: ${about}`);
}
console.log(
  `\n${faults.length - survived} of ${faults.length} planted faults are found by the tests.`,
);
process.exitCode = survived > 0 ? 1 : 0;
