import { ROOT_ID, TOKEN_META } from './protocol.js';

/** The headers of every response of the inspector. Deliberately without CORS headers. */
export const inspectorHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

/**
 * The HTML of the page. The empty icon keeps browsers from asking the mock for one.
 *
 * @param token - Base64url, so that it needs no escaping.
 */
export const writeShell = (token: string): string => `<!doctype html>
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
