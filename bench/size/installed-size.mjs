import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { bench, pathOf } from '../measure/paths.mjs';

const { packages } = JSON.parse(readFileSync(new URL('package-lock.json', bench), 'utf8'));

/** The bytes that are installed with some packages, including dependencies. */
export function installedSize(names) {
  const found = new Set();
  for (const name of names) collect(name, '', found);
  const folders = [...found].map((place) => pathOf(new URL(place, bench)));
  return folders.reduce((sum, folder) => sum + bytesOf(folder), 0);
}

/** Resolves a package like Node, from the nearest `node_modules` upwards. */
function collect(name, from, found) {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    const place = `${base ? `${base}/` : ''}node_modules/${name}`;
    if (packages[place]) {
      if (found.has(place)) return;
      found.add(place);
      for (const dependency of Object.keys(packages[place].dependencies ?? {}))
        collect(dependency, place, found);
      return;
    }
    if (base === '') return;
  }
}

/** The bytes of the files in a folder, without `node_modules`. */
export function bytesOf(folder) {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    if (entry.name === 'node_modules') return sum;
    const path = join(folder, entry.name);
    return sum + (entry.isDirectory() ? bytesOf(path) : statSync(path).size);
  }, 0);
}
