import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';

/** The folder of the project. */
export const project = resolve(import.meta.dirname, '../..');

/** The path of a program in the project's `node_modules`. */
export const installed = (path: string): string => join(project, 'node_modules', path);

/**
 * Runs a command for at most four minutes, and returns its standard output. If it fails, the error
 * contains the output. Asynchronous, so that a server of the test can respond to it.
 */
export function run(
  command: string,
  args: readonly string[],
  cwd: string,
  env = process.env,
): Promise<string> {
  return new Promise((done, fail) => {
    const options = {
      cwd,
      env,
      encoding: 'utf8',
      timeout: 240_000,
      maxBuffer: 64 * 1024 * 1024,
    } as const;
    execFile(command, args, options, (error, stdout) => {
      if (error) fail(new Error(`${command} ${args.join(' ')}\n${error.message}\n${stdout}`));
      else done(stdout);
    });
  });
}

/** Runs an npm command on `node_modules`, without the install scripts of packages. */
export const npm = (args: readonly string[], cwd: string): Promise<string> =>
  run('npm', [...args, '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'], cwd);
