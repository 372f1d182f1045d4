import { readdirSync } from 'node:fs';
import { root } from '../snippets/extract-snippets.js';

/** The files of some kinds in a folder and its subfolders, by their path in the repository. */
export const filesIn = (folder: string, kinds: RegExp): readonly string[] =>
  readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => kinds.test(path))
    .sort();
