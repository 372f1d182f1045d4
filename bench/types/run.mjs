import { blocks, table } from '../measure/markdown.mjs';
import { pathOf, versionOf } from '../measure/paths.mjs';
import { quick, report } from '../measure/report.mjs';
import { short, undisturbed } from '../measure/statistics.mjs';
import { makeQueries } from './abstract-queries.mjs';
import { behaviorOf } from './behaviors.mjs';
import { check, compilers, folderOf, writeFiles } from './compile.mjs';
import { measureEditor } from './editor.mjs';

const count = quick ? 20 : 200;
const rounds = quick ? 1 : 5;
const order = [
  'bare',
  'payments-data-client',
  'payload',
  'drizzle-1.0',
  'prisma',
  'drizzle-0.45',
  'directus',
];

const libraries = {};
const failures = [];
for (const name of order) {
  const library = await import(`./libraries/${name}.mjs`);
  try {
    prepare(name, library);
    libraries[name] = library;
  } catch (error) {
    failures.push(
      `${library.title} is not in the table: ${String(error.message).trim().split('\n').at(-1)}`,
    );
  }
}

/** Writes schema and queries, and checks that they compile. */
function prepare(name, library) {
  writeFiles(name, library.files());
  library.prepare?.(pathOf(folderOf(name)));
  writeFiles(name, {
    'queries-0.ts': `${library.prelude}export {};\n`,
    [`queries-${count}.ts`]: library.prelude + makeQueries(count).map(library.print).join('\n'),
  });
  const { errors } = check(name, [`queries-${count}.ts`], '6.0');
  if (errors.length > 0) throw new Error(`${errors.length} errors, first ${errors[0]}`);
  console.error(`types: ${name} compiles`);
}

const measured = {};
for (const version of Object.keys(compilers)) {
  for (let round = 0; round < rounds; round++) {
    for (const name of Object.keys(libraries)) {
      const full = check(name, [`queries-${count}.ts`], version);
      measured[version] ??= {};
      measured[version][name] ??= { seconds: [] };
      const found = measured[version][name];
      if (round === 0) {
        const none = check(name, ['queries-0.ts'], version);
        found.each = (full.instantiations - none.instantiations) / count;
      }
      found.seconds.push(full.seconds);
    }
    console.error(`types: TypeScript ${version}, round ${round + 1}`);
  }
}

const titleOf = (name) => {
  const { title, installed } = libraries[name];
  return installed ? `${title.replace(/ [\d.]+( rc)?$/, '')} ${versionOf(installed)}` : title;
};
const { '6.0': six, '7.0': seven } = measured;
const instantiations = (number) => Math.round(number).toLocaleString('en-US');
const seconds = (found) => undisturbed(found.seconds).toFixed(2);
const costs = table(
  ['instantiations and seconds', 'a query, 6.0', 'a query, 7.0', 'check, 6.0', 'check, 7.0'],
  Object.entries(six)
    .sort(([, left], [, right]) => left.each - right.each)
    .map(([name, found]) => [
      titleOf(name),
      instantiations(found.each),
      instantiations(seven[name].each),
      `${seconds(found)} s`,
      `${seconds(seven[name])} s`,
    ]),
);

const editors = Object.fromEntries(
  [5, 60].map((count) => [count, measureEditor(count, quick ? 2 : 15)]),
);
const editor = table(
  ['CPU time in the editor, 6.0', ...Object.keys(editors[60])],
  Object.entries(editors).map(([count, times]) => [
    `${count} resources`,
    ...Object.values(times).map((time) => `${short(time)} ms`),
  ]),
);

const behaviors = table(
  [
    'TypeScript 6.0',
    'typo in a relation',
    'typo in a filter',
    '`true` and `false` mixed',
    '`boolean` flag',
    'operand `string \\| undefined`',
  ],
  Object.entries(libraries)
    .filter(([, { behaviors: snippets }]) => snippets)
    .map(([name, library]) => [titleOf(name), ...Object.values(behaviorOf(name, library, '6.0'))]),
);

report(
  'types',
  blocks(
    `The same ${count} queries in the syntax of each library, with filters and up to three levels of relations, in TypeScript ${Object.values(compilers).map(versionOf).join(' and ')}. The program reads a field at every level of each result. Instantiations are the same on every machine.`,
    costs,
    failures,
    'Payload does less than the others: its selections end at relations, and its filters are not checked.',
    'How the types handle invalid queries. "Accepted" is a mistake that compiles, "always there" a field that a row may not have, and "missing" a field of a row that the type lacks. "Exact" means with `exactOptionalPropertyTypes`.',
    behaviors,
    'What an editor waits for after each edit of a query. Each resource has 40 fields and four relations.',
    editor,
  ),
  {
    ...Object.fromEntries(
      Object.entries(measured).map(([version, found]) => [
        version,
        Object.fromEntries(Object.entries(found).map(([name, { each }]) => [name, each])),
      ]),
    ),
    editor: editors[60],
  },
);
