import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const root = fileURLToPath(new URL('../../', import.meta.url));

export const read = (path: string): string => readFileSync(root + path, 'utf8');

/** The TypeScript files in a folder and its subfolders, by their path in the repository. */
export const typeScriptFiles = (folder: string): readonly string[] =>
  readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .sort();

export const parse = (text: string): ts.SourceFile =>
  ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true);
