import type { Resources } from 'payments-data-client';
import * as sdk from 'payments-data-client';

/** The schema that a written module exports. The module is JavaScript, too. */
export function runModule(text: string): Resources {
  const body = text
    .replace(/^import (\{[^}]*\}) from 'payments-data-client';$/m, 'const $1 = sdk;')
    .replace('export const schema =', 'return');
  return new Function('sdk', body)(sdk);
}
