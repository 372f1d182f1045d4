import { readFileSync } from 'node:fs';
import { blocks, table } from '../measure/markdown.mjs';
import { built, pathOf, versionOf } from '../measure/paths.mjs';
import { report } from '../measure/report.mjs';
import { bundleSize } from './bundle-size.mjs';
import { bytesOf, installedSize } from './installed-size.mjs';
import { weighParts } from './parts.mjs';
import { programs } from './programs.mjs';

const { dependencies } = JSON.parse(readFileSync(new URL('package.json', built), 'utf8'));
const sizes = {};
for (const [name, { packages, code }] of Object.entries(programs)) {
  const own = name.startsWith('this ');
  let installed = installedSize([
    ...(packages ?? []),
    ...(own ? Object.keys(dependencies ?? {}) : []),
  ]);
  if (own) installed += bytesOf(pathOf(built));
  sizes[name] = { compressed: await bundleSize(code), installed };
}

const count = (bytes) => bytes.toLocaleString('en-US');
const rows = Object.entries(sizes)
  .sort(([, left], [, right]) => left.compressed - right.compressed)
  .map(([name, { compressed, installed }]) => [
    programs[name].packages && !name.startsWith('this ')
      ? `${name} ${versionOf(programs[name].packages[0])}`
      : name,
    count(compressed),
    `${count(Math.round(installed / 1024))} KiB`,
  ]);
const { added, rest } = await weighParts();
const compressed = (name) => sizes[name].compressed;

report(
  'size',
  blocks(
    'The same small program with each library, bundled by esbuild for a browser: create a client with a key, list with a filter. On disk is what npm installs, with dependencies.',
    table(['program', 'min + gzip', 'on disk'], rows),
    `Of the ${count(compressed('this client'))} bytes of this client, a program with ky alone takes ${count(compressed('ky'))}. How many bytes each part adds:`,
    table(
      ['part', 'min + gzip'],
      [...added, ['client without these parts', rest]].map(([name, bytes]) => [name, count(bytes)]),
    ),
  ),
  {
    client: compressed('this client'),
    validated: compressed('this client, with validation'),
    mock: compressed('this mock, which only tests need'),
    peers: Object.fromEntries(
      ['ky', 'axios', 'openai', 'stripe'].map((name) => [name, compressed(name)]),
    ),
    unpacked: bytesOf(pathOf(built)),
    peersUnpacked: Object.fromEntries(
      ['axios', 'openai', 'stripe'].map((name) => [name, installedSize([name])]),
    ),
  },
);
