import { readFileSync } from 'node:fs';
import { bench } from './paths.mjs';

/** The installed version of a package. */
export const versionOf = (name) =>
  JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, bench), 'utf8')).version;
