import { readFileSync } from 'node:fs';
import { bench } from './places.mjs';

/** The version of a peer, by the name under which it is installed. */
export const versionOf = (name) =>
  JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, bench), 'utf8')).version;
