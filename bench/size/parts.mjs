import { existsSync, readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { pathOf, root } from '../measure/paths.mjs';

/** Parts that could be left out of a client, with their files. Errors are not listed: every client needs their guards. */
const parts = {
  'checking and writing a query, with messages': [
    'query/*',
    'values/date',
    'values/decimal',
    'messages/did-you-mean',
    'values/plain-object',
  ],
  'checking options': ['client/client-options', 'messages/check-options'],
  '`list`, with splitting a long `in`': ['client/split-in', 'client/endpoint'],
  pagination: [
    ...['client/pages', 'client/plan', 'client/position', 'client/group', 'client/row-order'],
    ...['client/keyset', 'client/counting', 'client/cursor'],
    'client/request-page',
  ],
  'requests, with ky': ['http/*'],
  'raw requests': ['client/raw-request'],
  'API keys': ['client/api-keys'],
};

/** The bytes that each part adds to a client, and the bytes of a client without any of them. */
export async function weighParts() {
  const whole = await weigh([]);
  const added = [];
  for (const [name, files] of Object.entries(parts))
    added.push([name, whole - (await weigh(files))]);
  return { added, rest: await weigh(Object.values(parts).flat()) };
}

/** The bytes of a client in which the exports of some files are functions that do nothing. */
async function weigh(names) {
  const without = names.flatMap(filesOf);
  const missing = without.filter((file) => !existsSync(file));
  if (missing.length > 0) throw new Error(`These files do not exist: ${missing.join(', ')}.`);
  const { outputFiles } = await build({
    stdin: { contents: `export { createClient } from './src/index.ts'`, resolveDir: pathOf(root) },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    logLevel: 'error',
    plugins: [{ name: 'without', setup: (bundle) => leaveOut(bundle, without) }],
  });
  return gzipSync(outputFiles[0].contents, { level: 9 }).length;
}

/** The file of a name, or all files of a folder such as `http/*`. */
function filesOf(name) {
  const pathIn = (file) => pathOf(new URL(`src/${file}`, root));
  if (!name.endsWith('/*')) return [pathIn(`${name}.ts`)];
  const folder = name.slice(0, -1);
  const files = readdirSync(pathIn(folder)).filter((file) => file.endsWith('.ts'));
  return files.map((file) => pathIn(folder + file));
}

function leaveOut(bundle, without) {
  bundle.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
    if (!without.includes(path)) return undefined;
    const { metafile } = await build({
      entryPoints: [path],
      write: false,
      metafile: true,
      format: 'esm',
      outdir: 'none',
    });
    const [{ exports }] = Object.values(metafile.outputs);
    return { contents: exports.map((name) => `export function ${name}() {}`).join('\n') };
  });
}
