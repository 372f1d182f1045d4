import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { loadSchema } from '../../../src/tools/cli/load-schema.js';
import { failure } from '../../fixtures/failure.js';
import { scratchFolder } from '../../fixtures/scratch-folder.js';

const folder = mkdtempSync(join(tmpdir(), 'load-schema-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What `defineSchema` of any copy of the package returns. */
const schema = (name: string) =>
  `{ ${name}: { path: '/${name}', operations: ['list'], relations: {}, fields: { id: { kind: 'uuid' } } } }`;

let count = 0;
/** Loads a module with this text. Each has a name of its own, because Node keeps loaded modules. */
async function load(text: string, extension = 'mjs') {
  const file = `schema-${count++}.${extension}`;
  writeFileSync(join(folder, file), text);
  try {
    return Object.keys((await loadSchema(file, { cwd: folder })).schema);
  } catch (error) {
    return String(error).replace(file, 'FILE');
  }
}

describe('--schema', () => {
  test('takes the export `schema`, else the default export, else the only schema [decision 30]', async () => {
    const other = `export const other = ${schema('other')};`;
    expect(await load(`${other} export const schema = ${schema('things')};`)).toEqual(['things']);
    expect(await load(`${other} export default ${schema('things')};`)).toEqual(['things']);
    expect(await load(`export const name = 'x'; export const mySchema = ${schema('things')};`)).toEqual([
      'things',
    ]);
  });

  test('takes the schema of a CommonJS module', async () => {
    expect(await load(`module.exports = ${schema('things')};`, 'cjs')).toEqual(['things']);
    expect(await load(`const all = { schema: ${schema('things')} }; module.exports = all;`, 'cjs')).toEqual([
      'things',
    ]);
  });

  test('says which export is missing', async () => {
    const help = 'Export the result of defineSchema(), extendSchema() or pickSchema() as `schema`.';
    expect(await load('export const number = 1;')).toBe(
      `Error: \`--schema\`: FILE exports no schema. ${help}`,
    );
    expect(await load('export const schema = {};')).toBe(
      `Error: \`--schema\`: FILE exports no schema. ${help}`,
    );
    expect(await load(`export const a = ${schema('x')}; export const b = ${schema('y')};`)).toBe(
      'Error: `--schema`: FILE exports several schemas: a, b. Name one of them `schema`.',
    );
  });

  test('says what is wrong with a schema that was written without defineSchema()', async () => {
    const relation = `{ cardinality: 'one', target: 'wings', foreignKey: 'wing_id', nullable: false }`;
    const things = (relations: string, fields: string) =>
      `export const schema = { things: { path: '/things', operations: ['list'], relations: ${relations}, fields: ${fields} } };`;
    expect(await load(things(`{ wing: ${relation} }`, `{ id: { kind: 'uuid' } }`))).toMatch(
      /^Error: `--schema`: FILE: .*wings[^\n]*$/,
    );
    expect(await load(things('{}', `{ id: 7 }`))).toMatch(/^Error: `--schema`: FILE: .*id[^\n]*$/);
    expect(await load(things('{}', `{ name: { kind: 'string' } }`))).toMatch(
      /^Error: `--schema`: FILE: .*id[^\n]*$/,
    );
  });

  test('says on one line why a module cannot be loaded', async () => {
    expect(await load('export const schema = {')).toMatch(
      /^Error: `--schema`: FILE cannot be loaded: .*[^\n]+$/,
    );
    expect(await load('throw new Error("two\\nlines");')).toBe(
      'Error: `--schema`: FILE cannot be loaded: two lines',
    );
    expect(await load('throw "text";')).toBe('Error: `--schema`: FILE cannot be loaded: text');
  });

  test('says what to do about TypeScript that Node does not read', async () => {
    const code = 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX'; // of Node 22.18 and newer
    expect(await load(`throw Object.assign(new SyntaxError('enum'), { code: '${code}' });`)).toBe(
      `Error: \`--schema\`: FILE cannot be loaded: Node ${process.versions.node} does not read enums, namespaces and parameter properties of TypeScript. To use them, install typescript 5 or 6 in the project, or compile the file to JavaScript.`,
    );
  });

  describe('in a project with typescript', () => {
    const project = scratchFolder('load-schema');
    const cwd = join(project, 'node_modules'); // where Node itself imports, not Vite
    mkdirSync(join(cwd, 'a-package'), { recursive: true });

    test('takes a schema that is imported from a TypeScript file with the ending .js', async () => {
      writeFileSync(join(cwd, 'own.mjs'), "export { schema } from './payments.js';");
      writeFileSync(join(cwd, 'payments.ts'), `export const schema = ${schema('things')} as const;`);
      expect(Object.keys((await loadSchema('own.mjs', { cwd })).schema)).toEqual(['things']);
    });

    test('takes a schema that is imported from a folder', async () => {
      mkdirSync(join(cwd, 'parts'));
      writeFileSync(join(cwd, 'folder.mjs'), "export { schema } from './parts';");
      writeFileSync(join(cwd, 'parts/index.ts'), `export const schema = ${schema('things')} as const;`);
      expect(Object.keys((await loadSchema('folder.mjs', { cwd })).schema)).toEqual(['things']);
    });

    test('names a file that Node does not read', async () => {
      writeFileSync(join(cwd, 'a-package/index.mjs'), "import './text.unknown';");
      writeFileSync(join(cwd, 'a-package/text.unknown'), '');
      writeFileSync(join(cwd, 'a-package/package.json'), '{ "exports": "./index.mjs" }');
      writeFileSync(join(cwd, 'own.ts'), "export { schema } from 'a-package';");
      expect((await failure(loadSchema('own.ts', { cwd }))).message).toBe(
        `\`--schema\`: own.ts cannot be loaded: Unknown file extension ".unknown" for ${join(cwd, 'a-package/text.unknown')}`,
      );
    });
  });

  test('says that there is no such file', async () => {
    mkdirSync(join(folder, 'a-folder'));
    for (const file of ['missing.js', pathToFileURL(folder).href])
      expect((await failure(loadSchema(file, { cwd: folder }))).message).toBe(
        `\`--schema\`: ${file} does not exist.`,
      );
    expect((await failure(loadSchema('a-folder', { cwd: folder }))).message).toBe(
      '`--schema`: a-folder is not a file.',
    );
  });
});
