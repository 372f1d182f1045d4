import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { pathOf, root } from '../measure/places.mjs';

/** What could be left out of a client, and the files that would go. Errors stay, for their guards are of every client. */
const parts = {
  'the check of a query, with its words': [
    'query/where',
    'query/include',
    'query/order-by',
    'query/operand',
    'query/part',
    'query/copy-json',
    'values/plain-object',
    'query/comparators',
    'query/nearest-name',
    'query/decimal',
    'query/instant',
  ],
  'the checks of options': ['client/client-options', 'client/base-url', 'query/check-options'],
  'lists that are split': ['client/long-list', 'client/in-parts'],
  walks: ['client/walk', 'client/walks', 'client/check-walk', 'client/after-id'],
  'requests of one’s own': ['client/free-request'],
  'the check of an answer': ['client/promised-data'],
  'API keys': ['client/api-keys', 'client/path-segment'],
  'log lines': ['http/log'],
};

/** The bytes that each part adds to a client, and what is left without any of them. */
export async function weighParts() {
  const whole = await weigh([]);
  const added = [];
  for (const [name, files] of Object.entries(parts)) added.push([name, whole - (await weigh(files))]);
  return { added, rest: await weigh(Object.values(parts).flat()) };
}

/** A client whose files of these names hold functions that do nothing. */
async function weigh(without) {
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

function leaveOut(bundle, names) {
  bundle.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
    if (!names.some((name) => path.replaceAll('\\', '/').endsWith(`/src/${name}.ts`))) return undefined;
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
