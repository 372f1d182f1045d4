import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { bench, generated, pathOf } from '../measure/paths.mjs';

export const compilers = { '6.0': 'typescript-6.0', '7.0': 'typescript-7.0' };

export const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  types: [],
  paths: { 'payments-data-client': ['../../package/dist/index.d.ts'] },
};

/** The folder for the files of a library. */
export const folderOf = (library) => new URL(`types/${library}/`, generated);

/** Writes files into the folder of a library. */
export function writeFiles(library, files) {
  const folder = folderOf(library);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(new URL(name, folder), text);
}

/**
 * Type-checks files of a library.
 *
 * @returns The errors, and the compiler's statistics: instantiations, seconds.
 */
export function check(library, files, version, options = {}) {
  const config = `tsconfig.${files.join('-').slice(0, 40)}.json`;
  writeFiles(library, {
    [config]: JSON.stringify({ compilerOptions: { ...compilerOptions, ...options }, files }),
  });
  const { stdout } = spawnSync(
    process.execPath,
    [
      pathOf(new URL(`node_modules/${compilers[version]}/bin/tsc`, bench)),
      '-p',
      pathOf(new URL(config, folderOf(library))),
      '--extendedDiagnostics',
      '--pretty',
      'false',
    ],
    { encoding: 'utf8', maxBuffer: 1 << 26 },
  );
  const read = (name) => Number(new RegExp(`^${name}:\\s+([\\d.]+)`, 'm').exec(stdout)?.[1]);
  return {
    errors: stdout.split('\n').filter((line) => /error TS\d+/.test(line)),
    instantiations: read('Instantiations'),
    seconds: read('Check time'),
  };
}
