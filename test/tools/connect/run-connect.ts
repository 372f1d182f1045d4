import type { Fetch } from '../../../src/http/call.js';
import type { Resources } from '../../../src/schema/lookup.js';
import { paymentsSchema } from '../../../src/schema/payments-schema.js';
import { type Connected, connect } from '../../../src/tools/connect/connect.js';
import { checkModule, type Drift } from '../../../src/tools/connect/drift.js';
import { readHeader, writeModule } from '../../../src/tools/connect/module.js';
import { Service } from '../../../src/tools/connect/service.js';
import { cursorService } from '../../services/cursors.js';
import { hiddenDigits } from '../../services/hidden-digits.js';
import { numberedPages } from '../../services/numbered-pages.js';
import { slashes } from '../../services/slashes.js';

/** The services whose modules are in `modules/`. */
export const services = { a: cursorService, b: numberedPages, c: hiddenDigits, d: slashes };

const baseUrl = 'https://payments.test';
const base: Resources = { ...paymentsSchema };

/** What `connect` found out about a service, and the module that it writes. */
export interface Run {
  readonly connected: Connected;
  readonly text: string;
  readonly requests: number;
}

const open = (fetch: Fetch, apiKey: string) => new Service({ baseUrl, apiKey, fetch });

/** Any `fetch` that takes a URL and plain options. */
export type AnyFetch = (
  url: string,
  init: { headers: Record<string, string> },
) => Promise<Response>;

export async function connectTo(
  fetch: AnyFetch,
  apiKey = 'key-of-a-test',
  paths: readonly (readonly [string, string])[] = [],
): Promise<Run> {
  const service = open(fetch, apiKey);
  const connected = await connect(service, base, new Map(paths));
  const text = writeModule({
    ...connected,
    base,
    baseUrl,
    command: `connect --base-url ${baseUrl}`,
    specifier: './payments.js',
  });
  return { connected, text, requests: service.requests };
}

/** Asks a service what a module says. */
export async function checkWith(
  { connected, text }: Run,
  fetch: AnyFetch,
  apiKey = 'key-of-a-test',
): Promise<Drift & { readonly requests: number }> {
  const service = open(fetch, apiKey);
  const { schema, dialect } = connected;
  const module = { schema, dialect, ...readHeader(text) };
  const drift = await checkModule(service, module, new Map());
  return { ...drift, requests: service.requests };
}
