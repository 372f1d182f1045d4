import { fileURLToPath } from 'node:url';

/** This package. */
export const bench = new URL('../', import.meta.url);

/** The package that is measured. */
export const root = new URL('../', bench);

/** What is generated; never committed. */
export const generated = new URL('dist/', bench);

/** The package as it is published. */
export const built = new URL('package/', generated);

export const resultFile = (part) => new URL(`results/${part}.json`, generated);

export const pathOf = (url) => fileURLToPath(url);
