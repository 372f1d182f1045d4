import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the benchmarks. */
export const bench = new URL('../', import.meta.url);

/** The root of the repository. */
export const root = new URL('../', bench);

/** Generated files, which are not committed. */
export const generated = new URL('dist/', bench);

/** The package as it is published: where `tar` unpacks it. */
export const built = new URL('package/', generated);

export const resultFile = (part) => new URL(`results/${part}.json`, generated);

export const pathOf = (url) => fileURLToPath(url);

/** The installed version of a package. */
export const versionOf = (name) =>
  JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, bench), 'utf8')).version;
