import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { root } from './places.mjs';

const file = new URL('docs/benchmarks.md', root);

const titles = {
  types: 'Types',
  filters: 'Filters',
  requests: 'Requests',
  queries: 'Queries',
  size: 'Size',
  limits: 'Limits',
};

const opening = `# Side by side with the peers

Written by \`npm run bench\`, which measures everything in turns on one machine. The machine is small and noisy: read the
ratios, and those below 1.5 with their quartiles; absolute times are there to show the scale, and promise nothing. What
this package loses stays in the tables, with the reason beneath. A ratio above 1 says that something takes longer, or
needs more, than what it is compared with.

The programs are in \`bench/\`, a package of its own, so that no user installs the peers: each in the newest version that
npm takes for Node 20. \`npm run bench -- types\` measures one part again.`;

/** Writes the sections that were measured into the document; the others stay as they are. */
export function writeDocument(sections) {
  const old = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const text = Object.entries(titles).flatMap(([name, title]) => {
    const mark = [`<!-- ${name} -->`, `<!-- /${name} -->`];
    const section = sections[name] ? `${measuredOn(name)}${sections[name]}` : between(old, mark);
    return section ? [`## ${title}\n\n${mark[0]}\n\n${section}\n\n${mark[1]}`] : [];
  });
  writeFileSync(file, `${[opening, ...text].join('\n\n')}\n`);
}

function between(text, [from, to]) {
  const start = text.indexOf(from);
  return start < 0 ? undefined : text.slice(start + from.length, text.indexOf(to)).trim();
}

function measuredOn(name) {
  if (name === 'limits') return '';
  const [{ model }] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const day = new Date().toISOString().slice(0, 10);
  return `*${day}, Node ${process.version.slice(1)}, ${process.platform} ${process.arch}, ${cpus().length} × ${model.trim()}, ${memory} GiB.*\n\n`;
}
