import { blocks, table } from '../measure/markdown.mjs';
import { quick, report } from '../measure/part.mjs';
import { pathOf } from '../measure/places.mjs';
import { median, quantile, short } from '../measure/statistics.mjs';
import { versionOf } from '../measure/versions.mjs';
import { makeQueries } from './abstract-queries.mjs';
import { behaviourOf } from './behaviours.mjs';
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
    failures.push(`${library.title} is not in the table: ${String(error.message).trim().split('\n').at(-1)}`);
  }
}

/** Writes schema and queries, and sees that they compile. */
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
      'instantiations a query',
      '÷ ours',
      'each of the second half',
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

const behaviours = table(
  [
    'TypeScript 6.0',
    'typo beside a valid field, in a relation',
    'typo in a filter',
    '`true` and `false` mixed',
    'field with a `boolean` flag is',
    'operand `undefined`',
    'operand `string \\| undefined`',
  ],
  Object.entries(libraries)
    .filter(([, { behaviours: snippets }]) => snippets)
    .map(([name, library]) => [titleOf(name), ...Object.values(behaviourOf(name, library, '6.0'))]),
);

report(
  'types',
  blocks(
    `The same ${count} queries in each library's own notation, on the same five entities, to three levels of relations, with filters, every level of every result read. Instantiations are the same on every machine; check times are medians of ${rounds} turns, quartiles in brackets.`,
    costs,
    failures,
    "Payload's row is less work than the others: its selections end at the relation, and its filters are not checked at all. Directus and InstantDB can't leave fields out, so what is left is named for them; Directus is spared the `in` of a list, beside which its result silently becomes the whole item. What this client's types spend beyond the bare result goes into refusing unknown keys at every depth, with words at the key, and into flags that are not literals; Drizzle 1.0 and Prisma let all of that pass, and take longer.",
    'What the types say to queries that are wrong or hard. Accepted, promised and taken away are the wrong answers: a typo that asks for nothing, a field in the type that does not come, a field that comes and is not in the type.',
    behaviours,
  ),
  Object.fromEntries(
    Object.entries(measured).map(([version, found]) => [
      version,
      Object.fromEntries(
        Object.entries(found).map(([name, { base, each, further }]) => [name, { base, each, further }]),
      ),
    ]),
  ),
);
