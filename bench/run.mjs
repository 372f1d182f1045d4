import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeDocument } from './measure/document.mjs';
import { unpackPackage } from './measure/package.mjs';
import { pathOf, resultFile } from './measure/paths.mjs';
import { quick } from './measure/report.mjs';
import { summarize } from './targets/targets.mjs';

// node bench/run.mjs [part…] [--quick]: runs all parts by default. `--quick` runs a few rounds and writes no results.
const parts = ['types', 'filters', 'requests', 'queries', 'imports', 'size'];
const selected = process.argv.slice(2).filter((argument) => argument !== '--quick');
const unknown = selected.find((part) => !parts.includes(part));
if (unknown !== undefined) {
  console.error(`\`${unknown}\` is not a part of the benchmarks. Use one of: ${parts.join(', ')}.`);
  process.exit(1);
}

await unpackPackage();
const sections = {};
for (const part of selected.length > 0 ? selected : parts) {
  const script = pathOf(new URL(`${part}/run.mjs`, import.meta.url));
  const { status } = spawnSync(
    process.execPath,
    ['--max-old-space-size=8192', script, ...(quick ? ['--quick'] : [])],
    { stdio: 'inherit' },
  );
  if (status !== 0) {
    console.error(`The benchmark of ${part} failed.`);
    process.exit(1);
  }
  sections[part] = JSON.parse(readFileSync(resultFile(part), 'utf8')).markdown;
  console.log(`\n## ${part}\n\n${sections[part]}\n`);
}
const summary = summarize(parts);
if (quick) console.log(summary);
else writeDocument({ ...sections, summary });
