import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServedResponse } from '../../mock/server/control.js';
import type { ServerPlugin } from '../../mock/server/serve-mock.js';
import { describeRows, describeState, describeValue } from './state.js';

/**
 * The inspector: a web page at the URL of a mock that shows why a list is empty, and what the
 * mock contains. It reads and resets the mock with the calls below `/_mock`.
 *
 * @example
 * const { url } = await serveMock(mock, { plugins: [inspector()] });
 */
export function inspector(): ServerPlugin {
  return {
    files: {
      '/': () => respond('text/html', html),
      '/inspector/app.js': () => respondWithFile('app.js', 'text/javascript'),
      '/inspector/app.css': () => respondWithFile('app.css', 'text/css'),
    },
    calls: ({ service }) => ({
      'GET inspector': () => service.keys.hide(describeState(service)),
      'GET inspector-rows?resource&skip': (_, query) => describeRows(service, query),
      'GET inspector-value?resource&id&column': (_, query) => describeValue(service, query),
    }),
  };
}

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Mock of the Payments Data Service</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/inspector/app.css">
<script type="module" src="/inspector/app.js"></script>
</head>
<body>
<div id="app"></div>
<noscript>The inspector needs JavaScript.</noscript>
</body>
</html>
`;

const respond = (
  type: string,
  body: string | Uint8Array,
  headers: ServedResponse['headers'] = {},
  status = 200,
): ServedResponse => ({
  status,
  headers: {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
      "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
      "require-trusted-types-for 'script'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...headers,
  },
  body,
});

/** A file of the web page as `npm run build` writes it: compressed. */
function respondWithFile(name: string, type: string): ServedResponse {
  const path = join(packageFolder(), 'dist/tools/inspector/browser', `${name}.gz`);
  if (existsSync(path)) return respond(type, readFileSync(path), { 'content-encoding': 'gzip' });
  return respond('text/plain', 'The inspector is not built. Run `npm run build`.', {}, 404);
}

/**
 * The folder of this package. This file is in `src`, or in any chunk of one of the two builds in
 * `dist`.
 */
function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder)
    folder = dirname(folder);
  return folder;
}
