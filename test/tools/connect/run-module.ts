import type { Resources } from 'payments-data-client';
import * as sdk from 'payments-data-client';

/** The schema that a written module exports. Apart from the dialect, the module is JavaScript. */
export function runModule(text: string): Resources {
  const body = text
    .replace(/^import \{([^}]*)\} from 'payments-data-client';$/m, (_, names: string) => {
      return `const {${names.replace(/type Dialect,?/, '')}} = sdk;`;
    })
    .replace('export const schema =', 'return');
  return new Function('sdk', body.slice(0, body.indexOf('/** How the service behaves')))(sdk);
}
