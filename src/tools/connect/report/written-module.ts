/** The module that `connect` writes and checks by default. */
export const DEFAULT_FILE = 'src/payments.ts';

/** The first line of each written file. A file that begins differently is not overwritten. */
export const FIRST_LINE =
  '// Written by `payments-data-client connect`, which overwrites this file. Extend the schema in another file.';
