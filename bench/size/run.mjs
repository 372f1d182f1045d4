import { readFileSync } from 'node:fs';
import { blocks, table } from '../measure/markdown.mjs';
import { built, pathOf } from '../measure/paths.mjs';
import { report } from '../measure/report.mjs';
import { short } from '../measure/statistics.mjs';
import { versionOf } from '../measure/versions.mjs';
import { bundleSize } from './bundle-size.mjs';
import { bytesOf, installedSize } from './installed-size.mjs';
import { weighParts } from './parts.mjs';
import { programs } from './programs.mjs';

const { dependencies } = JSON.parse(readFileSync(new URL('package.json', built), 'utf8'));
const sizes = {};
for (const [name, { packages, code }] of Object.entries(programs)) {
  const own = name.startsWith('this ');
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
    programs[name].packages && !name.startsWith('this ')
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
    'The same small program with each library, bundled by esbuild for a browser: create a client with a key, list with a filter. Bytes are the same on every machine. "Installed" is what npm writes to disk, including dependencies. For this package, that includes its documentation, and JSON5, which only the mock uses; a bundled client contains neither.',
    table(['program', 'min + gzip', '÷ ours', 'min', 'packages installed', 'on disk'], rows),
    `Of the ${count(ours)} bytes of this client, a program with ky alone takes ${count(sizes.ky.compressed)}. The rest is specific to the service: the schema, checking a query with messages that suggest a fix, splitting a long \`in\`, pagination, timeouts and error classes. The smaller clients in the table know nothing about the service that they call.`,
    'The table shows how many bytes each part adds. Without all of these parts, a client still contains ky, requests with timeouts and retries, errors, the schema, and `get` and `list` without any check.',
    table(
      ['part', 'min + gzip'],
      [...added, ['client without these parts', rest]].map(([name, bytes]) => [name, count(bytes)]),
    ),
  ),
  {
    ours,
    validated: sizes['this client, with validation'].compressed,
    mock: sizes['this mock, which only tests need'].compressed,
    ky: sizes.ky.compressed,
    axios: sizes.axios.compressed,
    unpacked: bytesOf(pathOf(built)),
  },
);
