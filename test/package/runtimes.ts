import { join } from 'node:path';

/** The folder whose package.json has the exact versions of the runtimes. None has dependencies. */
export const folder = join(import.meta.dirname, 'runtimes');

/** Whether the runtimes that npm installs run on this platform. */
export const isThere = process.platform === 'linux' && process.arch === 'x64';

/** The path of an installed runtime. */
export const runtime = (path: string): string => join(folder, 'node_modules', path);

/** The installed versions of Node, in addition to the one that runs the tests. */
export const nodes: Record<string, string> = isThere
  ? {
      'Node 22': runtime('node-22/bin/node'),
      'Node 24': runtime('node-24/bin/node'),
      'Node 26': runtime('node-26/bin/node'),
    }
  : {};
