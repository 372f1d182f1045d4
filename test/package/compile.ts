import { installed, run } from './command.js';

/** The compilers whose users are served, by the name under which the project has them. */
export const compilers = ['typescript-5.4', 'typescript-5.9', 'typescript', 'typescript-7.0'];

/**
 * The declarations of other packages are checked, but not those of the language, which takes a
 * third of the time.
 */
const common =
  '--noEmit --pretty false --strict --skipLibCheck false --skipDefaultLibCheck --target es2022';

/** Where a program runs, as the types that its compiler knows. */
export const environments = {
  browser: ['--lib', 'es2022,dom,dom.iterable'],
  node: ['--lib', 'es2022', '--types', 'node', '--typeRoots', installed('@types')],
};

/** How a compiler finds packages. */
export const resolutions = {
  node: ['--module', 'nodenext', '--moduleResolution', 'nodenext'],
  bundler: ['--module', 'esnext', '--moduleResolution', 'bundler'],
};

/**
 * Compiles files of a folder, checks the declarations of all their libraries, and returns the
 * errors.
 */
export const compile = (
  compiler: string,
  options: readonly string[],
  files: readonly string[],
  folder: string,
): Promise<string[]> => errorsOf(compiler, [...common.split(' '), ...options, ...files], folder);

/** Runs a compiler in a folder, and returns its errors: `types.ts(3,1): error TS2322: …`. */
export async function errorsOf(
  compiler: string,
  args: readonly string[],
  folder: string,
): Promise<string[]> {
  try {
    await run('node', [installed(`${compiler}/bin/tsc`), ...args], folder);
    return [];
  } catch (error) {
    const { message } = error as Error; // it says what was printed
    const errors = message.split('\n').filter((line) => /error TS\d+:/.test(line));
    return errors.length > 0 ? errors : [message];
  }
}
