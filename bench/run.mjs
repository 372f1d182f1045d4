import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeLimits } from './limits/limits.mjs';
import { buildPackage } from './measure/build.mjs';
import { writeDocument } from './measure/document.mjs';
import { pathOf, resultFile } from './measure/places.mjs';

// node bench/run.mjs [part…] [--quick]: all parts by default; `--quick` only sees that everything runs, and writes nothing.
const parts = ['types', 'filters', 'requests', 'queries', 'size'];
const asked = process.argv.slice(2).filter((argument) => argument !== '--quick');
const quick = process.argv.includes('--quick');
const wrong = asked.find((part) => !parts.includes(part));
if (wrong !== undefined) {
  console.error(`There is no part \`${wrong}\`. Choose of ${parts.join(', ')}.`);
  process.exit(1);
}

await buildPackage();
const sections = {};
for (const part of asked.length > 0 ? asked : parts) {
  const script = pathOf(new URL(`${part}/run.mjs`, import.meta.url));
  const { status } = spawnSync(
    process.execPath,
    ['--max-old-space-size=8192', script, ...(quick ? ['--quick'] : [])],
    { stdio: 'inherit' },
  );
  if (status !== 0) {
    console.error(`The part ${part} failed.`);
    process.exit(1);
  }
  sections[part] = JSON.parse(readFileSync(resultFile(part), 'utf8')).markdown;
  console.log(`\n## ${part}\n\n${sections[part]}\n`);
}
if (!quick) writeDocument({ ...sections, limits: writeLimits(parts) });
