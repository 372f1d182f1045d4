import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { root } from './paths.mjs';

const file = new URL('docs/benchmarks.md', root);

const titles = {
  summary: 'At a glance',
  types: 'Types',
  filters: 'Filters',
  requests: 'Requests',
  queries: 'Queries',
  imports: 'Imports',
  size: 'Size',
};

const machine = () =>
  `Node ${process.version.slice(1)}, ${process.platform} ${process.arch}, ${cpus().length} × ${cpus()[0].model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`;

const opening = () => `# Benchmarks

\`npm run bench\` writes this page; \`npm run bench -- types\` measures one part. Each package has its
newest version that supports Node 20.

Times are CPU time. All programs of a comparison run in turns; shown is the 5th percentile of the turns, the time without
disturbance. A ratio above 1 means slower, larger or more. Each part names the load of the machine before it: above 1, other
programs disturbed the times.

${machine()}.`;

/** Replaces the sections that were measured, and keeps the others. */
export function writeDocument(sections) {
  const old = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const text = Object.entries(titles).flatMap(([name, title]) => {
    const mark = [`<!-- ${name} -->`, `<!-- /${name} -->`];
    const section = sections[name] ?? between(old, mark);
    return section ? [`## ${title}\n\n${mark[0]}\n\n${section}\n\n${mark[1]}`] : [];
  });
  writeFileSync(file, `${[opening(), ...text].join('\n\n')}\n`);
}

function between(text, [from, to]) {
  const start = text.indexOf(from);
  return start < 0 ? undefined : text.slice(start + from.length, text.indexOf(to)).trim();
}
