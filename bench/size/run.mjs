import { readFileSync } from 'node:fs';
import { blocks, table } from '../measure/markdown.mjs';
import { report } from '../measure/part.mjs';
import { built, pathOf } from '../measure/places.mjs';
import { short } from '../measure/statistics.mjs';
import { versionOf } from '../measure/versions.mjs';
import { bundleSize } from './bundle-size.mjs';
import { bytesOf, installedSize } from './installed-size.mjs';
import { weighParts } from './parts.mjs';
import { programs } from './programs.mjs';

const { dependencies } = JSON.parse(readFileSync(new URL('package.json', built), 'utf8'));
const sizes = {};
for (const [name, { packages, code }] of Object.entries(programs)) {
  const own = name.startsWith('this client');
  const installed = installedSize([...(packages ?? []), ...(own ? Object.keys(dependencies) : [])]);
  if (own) {
    installed.packages += 1;
    installed.bytes += bytesOf(pathOf(built));
  }
  sizes[name] = { ...(await bundleSize(code)), installed };
}

const ours = sizes['this client'].compressed;
const count = (bytes) => bytes.toLocaleString('en-US');
const rows = Object.entries(sizes)
  .sort(([, left], [, right]) => left.compressed - right.compressed)
  .map(([name, { minified, compressed, installed }]) => [
    programs[name].packages && !name.startsWith('this client')
      ? `${name} ${versionOf(programs[name].packages[0])}`
      : name,
    count(compressed),
    `${short(compressed / ours)}×`,
    count(minified),
    installed.packages,
    `${short(installed.bytes / 1024)} KiB`,
  ]);

const { added, rest } = await weighParts();

report(
  'size',
  blocks(
    'The same small program on each SDK, bundled by esbuild for a browser: make a client with a key, list with a filter. Bytes are the same on every machine. Installed is what npm puts on the disk, dependencies among it; this package carries its source maps, and JSON5 for the mock, of which no client has a byte.',
    table(['program', 'min + gzip', '÷ ours', 'min', 'packages installed', 'on disk'], rows),
    `Of the ${count(ours)} bytes ky is ${count(sizes.ky.compressed)}. The rest is what a client that is made of a fetch alone leaves to its user: the schema and the check of a query against it with messages that name the cure, the splitting of long lists, walks through pages, deadlines, and a class for each error. The clients above this row know nothing of the service that they call.`,
    'What leaving a part out would save, and what would be left without all of these: ky, the sending and reading of requests with deadlines and retries, the errors, the schema, and a `get` and a `list` that believe whatever they are given.',
    table(
      ['part', 'min + gzip'],
      [...added, ['the client without all of these', rest]].map(([name, bytes]) => [name, count(bytes)]),
    ),
  ),
  { ours, ky: sizes.ky.compressed, rest },
);
