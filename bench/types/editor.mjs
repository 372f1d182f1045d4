import ts from 'typescript-6.0';
import { pathOf } from '../measure/paths.mjs';
import { undisturbed } from '../measure/statistics.mjs';
import { compilerOptions, folderOf, writeFiles } from './compile.mjs';

/** Resources in a ring, each with 40 fields, three to-one relations and a to-many relation. */
function schemaOf(count) {
  const resources = Array.from({ length: count }, (_, index) => {
    const name = (offset) => `r${(index + offset + count) % count}`;
    const fields = Array.from(
      { length: 36 },
      (_, field) =>
        `f${field}: ${['string()', 'decimal()', 'nullable(date())', "enumeration('open', 'closed')"][field % 4]}`,
    );
    return `${name(0)}: { path: '/${name(0)}', operations: ['get', 'list'],
  fields: { id: uuid(), a_id: uuid(), b_id: uuid(), c_id: uuid(), ${fields.join(', ')} },
  relations: { a: one('${name(1)}', { foreignKey: 'a_id' }), b: one('${name(2)}', { foreignKey: 'b_id' }), c: one('${name(3)}', { foreignKey: 'c_id' }), many: many('${name(-1)}', { foreignKey: 'a_id' }) } }`;
  });
  return `import { createClient, date, decimal, defineSchema, enumeration, many, nullable, one, string, uuid } from 'payments-data-client';
const schema = defineSchema({ ${resources.join(',\n')} });
export const client = createClient({ baseUrl: 'https://api.example.com', apiKey: 'key', schema });
`;
}

const queries = `import { client } from './schema.ts';
const rows = await client.r0.list({ where: { f0: 'x', many: { some: { /*where*/ } } }, include: { f0: true, a: { f1: true, /*include*/ } } });
console.log(rows[0]?.a.f1, client./*members*/r0);
`;

/**
 * What an editor waits for while someone writes a query, in the CPU time of the language service.
 *
 * @returns Milliseconds by the kind of the wait.
 */
export function measureEditor(count, edits) {
  const library = `editor-${count}`;
  writeFiles(library, { 'schema.ts': schemaOf(count), 'queries.ts': queries });
  const file = (name) => pathOf(new URL(name, folderOf(library)));
  const opened = file('queries.ts');
  let [text, version] = [queries, 0];
  const { options, errors } = ts.convertCompilerOptionsFromJson(
    compilerOptions,
    pathOf(folderOf(library)),
  );
  if (errors.length > 0) throw new Error(errors[0].messageText);
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCompilationSettings: () => options,
    getScriptFileNames: () => [opened],
    getScriptVersion: (name) => (name === opened ? String(version) : '0'),
    getScriptSnapshot: (name) =>
      ts.sys.fileExists(name)
        ? ts.ScriptSnapshot.fromString(name === opened ? text : ts.sys.readFile(name))
        : undefined,
    getCurrentDirectory: () => pathOf(folderOf(library)),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  });
  const complete = (mark, expected) => () => {
    const place = text.indexOf(`/*${mark}*/`);
    const names = service.getCompletionsAtPosition(opened, place, {})?.entries ?? [];
    if (!names.some(({ name }) => name === expected)) throw new Error(`${mark}: no completions.`);
  };
  const findErrors = () => {
    const [first] = service.getSemanticDiagnostics(opened);
    if (first) throw new Error(ts.flattenDiagnosticMessageText(first.messageText, '\n'));
  };
  const waits = {
    'completion in `where`': complete('where', 'f1'),
    'completion in `include`': complete('include', 'f2'),
    'members of `client`': complete('members', 'r1'),
    errors: findErrors,
  };
  for (const wait of Object.values(waits)) wait();
  const times = Object.fromEntries(Object.keys(waits).map((name) => [name, []]));
  for (let edit = 0; edit < edits; edit++)
    for (const [name, wait] of Object.entries(waits)) {
      version++;
      text = `${queries}// edit ${version}\n`;
      times[name].push(timeOf(wait));
    }
  service.dispose();
  return Object.fromEntries(
    Object.entries(times).map(([name, taken]) => [name, undisturbed(taken)]),
  );
}

function timeOf(run) {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
