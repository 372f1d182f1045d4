import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the project, without a slash at its end. */
export const root = fileURLToPath(new URL('../../../', import.meta.url)).replace(/\/$/, '');

/** Where the type tests keep what they generate. */
export const cache = join(root, '.scratch/type-tests');

/** The compiler options of a careful user. */
export const strictOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmit: true,
};

/** The other options, of a page in a bundler. */
export const pageOptions = {
  ...{ target: 'es2022', module: 'esnext', moduleResolution: 'bundler', types: [] },
  lib: ['es2023', 'dom', 'dom.iterable'],
};

/** A `tsconfig.json` for the command line, beside the files that it names. */
export function writeConfig(folder: string, files: readonly string[], options: object): void {
  const config = { compilerOptions: { ...pageOptions, ...options }, files };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
}

/** Runs the `tsc` of a package. TypeScript 7.0 has no other interface. */
export function runCommandLine(name: string, args: readonly string[]): string {
  const tsc = join(root, `node_modules/${name}/bin/tsc`);
  const run = spawnSync(process.execPath, [tsc, ...args], {
    encoding: 'utf8',
    cwd: root,
    maxBuffer: 1e8,
  });
  if (run.status !== 0 && run.stdout === '') throw new Error(`${name} did not run: ${run.stderr}`);
  return run.stdout;
}

/**
 * Writes the declarations of the package, which are what a user's compiler reads, and gives their
 * folder. They are written once for each state of `src`.
 */
export function emitDeclarations(): string {
  const folder = join(cache, `declarations-${hashOfSources()}`);
  if (existsSync(folder)) return folder;
  const draft = join(cache, `draft-${randomUUID()}`);
  mkdirSync(draft, { recursive: true });
  const emit = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: join(root, 'src'),
    outDir: draft,
  };
  const folders = ['mock', 'mock/server', 'msw', 'proxy', 'tanstack-query', 'validation'];
  const entries = ['.', ...folders, 'tools/inspector'].map((name) =>
    join(root, 'src', name, 'index.ts'),
  );
  writeConfig(draft, entries, { ...strictOptions, ...emit, types: ['node'] });
  const said = runCommandLine('typescript-7.0', ['-p', draft]);
  if (!existsSync(join(draft, 'index.d.ts')))
    throw new Error(`The declarations cannot be written:\n${said}`);
  for (const old of readdirSync(cache)) {
    if (old.startsWith('declarations-') && old !== `declarations-${hashOfSources()}`)
      rmSync(join(cache, old), { recursive: true, force: true });
  }
  try {
    renameSync(draft, folder);
  } catch {
    rmSync(draft, { recursive: true, force: true }); // another test file was faster
  }
  return folder;
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  for (const file of sources.filter((name) => name.endsWith('.ts')).sort()) {
    hash.update(file).update(readFileSync(join(root, 'src', file)));
  }
  return hash.digest('hex').slice(0, 16);
}
