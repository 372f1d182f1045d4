import { existsSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RejectionError } from '../../../mock/http/response.js';
import { ROOT_ID, TOKEN_META } from '../protocol.js';

/** The headers of every response of the inspector. Deliberately without CORS headers. */
const inspectorHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

export function send(
  response: ServerResponse,
  type: string,
  body: string | Uint8Array,
  status = 200,
): void {
  response.writeHead(status, {
    ...inspectorHeaders,
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

/** The HTML of the browser page. The token is base64url, so it needs no escaping. */
export const writeHtml = (token: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="${TOKEN_META}" content="${token}">
<title>Mock of the Payments Data Service</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/inspector/app.css">
<script type="module" src="/inspector/app.js"></script>
</head>
<body>
<div id="${ROOT_ID}"></div>
<noscript>The inspector needs JavaScript.</noscript>
</body>
</html>
`;

/**
 * The types of the files of the browser page by name. They contain no data, so they need no token.
 */
export const browserFiles = {
  'app.js': 'text/javascript; charset=utf-8',
  'app.css': 'text/css; charset=utf-8',
};

const readFiles = new Map<string, Uint8Array>();

/**
 * Sends a file of the browser page as `npm run build` writes it: compressed, which every browser
 * accepts.
 */
export function sendBrowserFile(name: string, type: string, response: ServerResponse): void {
  const path = join(packageFolder(), 'dist/tools/inspector/browser', `${name}.gz`);
  if (!readFiles.has(path) && existsSync(path)) readFiles.set(path, readFileSync(path));
  const file = readFiles.get(path);
  if (!file)
    throw new RejectionError(
      404,
      'The browser page of the inspector is not built. Run `npm run build`.',
    );
  response.setHeader('Content-Encoding', 'gzip');
  send(response, type, file);
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
