import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';

/** The folder of the project. */
export const project = resolve(import.meta.dirname, '../..');

/** The path of a program that the project has installed. */
export const installed = (path: string): string => join(project, 'node_modules', path);

/**
 * Runs a command to its end, at most four minutes, and gives what it printed on stdout. Rejects with all it printed where
 * it fails. Nothing is blocked meanwhile, so a server of the test can answer it.
 */
export function run(
  command: string,
  args: readonly string[],
  cwd: string,
  env = process.env,
): Promise<string> {
  return new Promise((done, fail) => {
    const options = { cwd, env, encoding: 'utf8', timeout: 240_000, maxBuffer: 64 * 1024 * 1024 } as const;
    execFile(command, args, options, (error, stdout) => {
      if (error) fail(new Error(`${command} ${args.join(' ')}\n${error.message}\n${stdout}`));
      else done(stdout);
    });
  });
}

/** Runs a command of npm that reads or writes `node_modules`. No package's install script runs. */
export const npm = (args: readonly string[], cwd: string): Promise<string> =>
  run('npm', [...args, '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'], cwd);
