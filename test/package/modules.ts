import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { installed } from './command.js';

/**
 * Adds `node_modules` to a folder: the packed package with its dependencies, and links to all other
 * packages of this project.
 *
 * @returns Its path.
 */
export function addModules(folder: string): string {
  const modules = join(folder, 'node_modules');
  cpSync(join(inject('consumer'), 'node_modules'), modules, { recursive: true });
  for (const name of packageNames(installed(''))) {
    mkdirSync(join(modules, name, '..'), { recursive: true });
    const isInstalled = readdirSync(join(modules, name, '..')).includes(
      name.split('/').at(-1) ?? '',
    );
    if (!isInstalled) symlinkSync(installed(name), join(modules, name));
  }
  return modules;
}

/** The names of all packages in a `node_modules` folder. */
const packageNames = (modules: string): string[] =>
  readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@')
        ? readdirSync(join(modules, name)).map((part) => `${name}/${part}`)
        : name,
    );
