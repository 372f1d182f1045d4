import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { loadSchema, stripTypes } from '../../../src/tools/cli/load-schema.js';
import { FIRST_LINE } from '../../../src/tools/print-code.js';
import { failure } from '../../fixtures/failure.js';
import { scratchFolder } from '../../fixtures/scratch-folder.js';

const folder = scratchFolder('load-schema');

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
  test('takes the export `schema` of a module, also of CommonJS', async () => {
    expect(await load(`export const schema = ${schema('things')};`)).toEqual(['things']);
    const all = `{ schema: ${schema('things')} }`;
    for (const text of [`module.exports = ${all};`, `const all = ${all}; module.exports = all;`])
      expect(await load(text, 'cjs')).toEqual(['things']);
  });

  test('says that no schema is exported', async () => {
    const help = 'Export the result of defineSchema(), extendSchema() or pickSchema() as `schema`.';
    for (const text of [
      'export const number = 1;',
      'export const schema = {};',
      `export default ${schema('things')};`,
    ])
      expect(await load(text)).toBe(`Error: \`--schema\`: FILE exports no schema. ${help}`);
  });

  test('says what is wrong with a dialect', async () => {
    const text = (dialect: string) =>
      `export const schema = ${schema('things')}; export const dialect = ${dialect};`;
    expect(await load(text("{ nulls: 'SQL' }"))).toBe(
      'Error: `--schema`: FILE: expected `dialect.nulls` to be one of value, sql, got "SQL".',
    );
    expect(await load(text('{ nulles: 1 }'))).toMatch(
      /^Error: `--schema`: FILE: `dialect\.nulles` is not an option\. Did you mean `nulls`\?/,
    );
    expect(await load(text("{ parameters: { cursor: 'cursor' } }"))).toMatch(
      /^Error: `--schema`: FILE: `dialect\.parameters\.cursor` and `dialect\.envelope\.cursor` need each other/,
    );
  });

  test('says what is wrong with a schema that was written without defineSchema()', async () => {
    const relation = `{ cardinality: 'one', target: 'wings', foreignKey: 'wing_id', nullable: false }`;
    const things = (relations: string, fields: string) =>
      `export const schema = { things: { path: '/things', operations: ['list'], relations: ${relations}, fields: ${fields} } };`;
    expect(await load(things(`{ wing: ${relation} }`, `{ id: { kind: 'uuid' } }`))).toMatch(
      /^Error: `--schema`: FILE: .*wings[^\n]*$/,
    );
    for (const fields of ['{ id: 7 }', `{ name: { kind: 'string' } }`])
      expect(await load(things('{}', fields))).toMatch(/^Error: `--schema`: FILE: .*id[^\n]*$/);
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

  describe('imports with Node', () => {
    const cwd = join(scratchFolder('load-schema'), 'node_modules'); // where Node itself imports, not Vite
    mkdirSync(cwd);
    const written = `${FIRST_LINE}\nexport const schema = ${schema('things')} as const;
export const dialect = { nulls: 'sql' } as const satisfies Dialect;
\n`;
    const advice = "Install tsx, and set NODE_OPTIONS='--import tsx'.";
    const unread = `Node ${process.versions.node} does not read this TypeScript`;

    test('a module that connect wrote, in every Node, and nothing remains', async () => {
      writeFileSync(join(cwd, 'written.ts'), written);
      expect(await loadSchema('written.ts', { cwd })).toMatchObject({
        schema: { things: {} },
        dialect: { nulls: 'sql' },
      });
      expect(readdirSync(cwd)).toEqual(['written.ts']);
      writeFileSync(join(cwd, 'throws.ts'), `${FIRST_LINE}\nthrow new Error('wrong');\n`);
      await expect(loadSchema('throws.ts', { cwd })).rejects.toThrow(/^`--schema`: .+: wrong$/);
      expect(readdirSync(cwd).sort()).toEqual(['throws.ts', 'written.ts']);
    });

    test.each([
      ['without semicolons', (text: string) => text.replaceAll(';', '')],
      ['with another first line', (text: string) => `/* eslint-disable */\n${text}`],
      ['with the line ends of Windows', (text: string) => text.replaceAll('\n', '\r\n')],
      [
        'with types imported apart',
        (text: string) => `import type {\n  Dialect,\n} from "x";\n${text}`,
      ],
      ['with a value of the import', (text: string) => text.replace(' as const;', ';')],
    ])('a module that connect wrote and a formatter changed: %s', async (_, format) => {
      const loaded = await load(stripTypes(format(written)));
      expect(loaded).toEqual(['things']);
    });

    test.each([
      ['own.mjs', './written.js'],
      ['short.mjs', './written'],
    ])(
      'other TypeScript as Node reads it: %s names the loader that reads %s',
      async (file, imported) => {
        writeFileSync(join(cwd, file), `export { schema } from '${imported}';`);
        expect((await failure(loadSchema(file, { cwd }))).message).toBe(
          `\`--schema\`: ${file} cannot be loaded: ${unread} (Cannot find module '${join(cwd, imported)}' imported from ${join(cwd, file)}). ${advice}`,
        );
      },
    );

    test('a file that is missing, or that no loader reads, without this advice', async () => {
      for (const name of ['missing.js', 'text.unknown']) {
        writeFileSync(join(cwd, 'other.mjs'), `import './${name}';`);
        writeFileSync(join(cwd, 'text.unknown'), '');
        const { message } = await failure(loadSchema('other.mjs', { cwd }));
        expect(message).toMatch(
          /^`--schema`: other.mjs cannot be loaded: (Cannot find|Unknown file ext)/,
        );
        expect(message).not.toContain('tsx');
        rmSync(join(cwd, 'other.mjs'));
      }
    });

    test('no enums', async () => {
      const code = 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX'; // of Node 22.18 and newer
      expect(await load(`throw Object.assign(new SyntaxError('enum'), { code: '${code}' });`)).toBe(
        `Error: \`--schema\`: FILE cannot be loaded: ${unread} (SyntaxError: enum). ${advice}`,
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
      '`--schema`: a-folder is a folder.',
    );
  });
});
