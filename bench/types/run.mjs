import { blocks, table } from '../measure/markdown.mjs';
import { pathOf } from '../measure/paths.mjs';
import { quick, report } from '../measure/report.mjs';
import { median, quantile, short } from '../measure/statistics.mjs';
import { versionOf } from '../measure/versions.mjs';
import { makeQueries } from './abstract-queries.mjs';
import { behaviorOf } from './behaviors.mjs';
import { check, compilers, folderOf, writeFiles } from './compile.mjs';

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
  'instantdb',
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
    [`queries-${count / 2}.ts`]:
      library.prelude +
      makeQueries(count / 2)
        .map(library.print)
        .join('\n'),
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
      const base = check(name, ['queries-0.ts'], version);
      const full = check(name, [`queries-${count}.ts`], version);
      measured[version] ??= {};
      measured[version][name] ??= { seconds: [] };
      const found = measured[version][name];
      found.base = base.instantiations;
      if (round === 0) {
        const half = check(name, [`queries-${count / 2}.ts`], version);
        found.further = (full.instantiations - half.instantiations) / (count / 2);
      }
      found.each = (full.instantiations - base.instantiations) / count;
      found.seconds.push(full.seconds);
      found.megabytes = full.megabytes;
    }
    console.error(`types: TypeScript ${version}, round ${round + 1}`);
  }
}

const titleOf = (name) => {
  const { title, installed } = libraries[name];
  return installed ? `${title.replace(/ [\d.]+( rc)?$/, '')} ${versionOf(installed)}` : title;
};
const costs = Object.entries(measured).map(([version, found]) => {
  const { seconds, each, megabytes } = found['payments-data-client'];
  return table(
    [
      `TypeScript ${versionOf(compilers[version])}`,
      'instantiations per query',
      '÷ ours',
      'per query of the second half',
      'before the first query',
      `check time of ${count}`,
      '÷ ours',
      'memory ÷ ours',
    ],
    Object.entries(found)
      .sort(([, left], [, right]) => left.each - right.each)
      .map(([name, one]) => [
        titleOf(name),
        short(one.each).replace(/\.\d+$/, ''),
        `${short(one.each / each)}×`,
        short(one.further).replace(/\.\d+$/, ''),
        one.base.toLocaleString('en-US'),
        `${median(one.seconds).toFixed(2)} s (${quantile(one.seconds, 0.25).toFixed(2)}–${quantile(one.seconds, 0.75).toFixed(2)})`,
        `${short(median(one.seconds) / median(seconds))}×`,
        `${short(one.megabytes / megabytes)}×`,
      ]),
  );
});

const behaviors = table(
  [
    'TypeScript 6.0',
    'typo beside a valid field, in a relation',
    'typo in a filter',
    '`true` and `false` mixed',
    'field with a `boolean` flag',
    'operand `undefined`',
    'operand `string \\| undefined`',
  ],
  Object.entries(libraries)
    .filter(([, { behaviors: snippets }]) => snippets)
    .map(([name, library]) => [titleOf(name), ...Object.values(behaviorOf(name, library, '6.0'))]),
);

report(
  'types',
  blocks(
    `The same ${count} queries in the syntax of each library, on the same five entities, with filters and up to three levels of relations. The program reads a field at every level of each result. Instantiations are the same on every machine. Check times are medians of ${rounds} runs, with quartiles in parentheses.`,
    costs,
    failures,
    "Payload does less than the others: its selections end at relations, and its filters are not checked. Directus and InstantDB cannot exclude fields, so their queries name all others. The queries of Directus do not use `_in`, because its result type would silently become the whole item. Compared with the bare result type, this client's types also reject unknown keys at every depth, with a message at the key, and handle flags that are not literals. Drizzle 1.0 and Prisma do neither, and take longer.",
    'How the types handle invalid and difficult queries. Three results are wrong: "accepted" is a typo that compiles, "always there" is a field of the type that a row may not have, and "missing" is a field of a row that the type does not have.',
    behaviors,
  ),
  Object.fromEntries(
    Object.entries(measured).map(([version, found]) => [
      version,
      Object.fromEntries(
        Object.entries(found).map(([name, { base, each, further }]) => [
          name,
          { base, each, further },
        ]),
      ),
    ]),
  ),
);
