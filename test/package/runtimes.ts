import { join } from 'node:path';

/** The folder that names the runtimes and their versions; `npm ci` brings them there. */
export const folder = join(import.meta.dirname, 'runtimes');

/** Whether the runtimes that come with npm run on this machine. */
export const isThere = process.platform === 'linux' && process.arch === 'x64';

/** The path of a runtime that npm has brought. */
export const runtime = (path: string): string => join(folder, 'node_modules', path);

/** The versions of Node that npm brings, beside that which runs the tests. */
export const nodes: Record<string, string> = isThere
  ? {
      'Node 22': runtime('node-22/bin/node'),
      'Node 24': runtime('node-24/bin/node'),
      'Node 26': runtime('node-26/bin/node'),
    }
  : {};
