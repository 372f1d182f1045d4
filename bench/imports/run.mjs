import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { blocks, table } from '../measure/markdown.mjs';
import { generated, pathOf, versionOf } from '../measure/paths.mjs';
import { quick, report } from '../measure/report.mjs';
import { short, undisturbed } from '../measure/statistics.mjs';

const name = 'payments-data-client';
const entries = ['', '/validation', '/tanstack-query', '/proxy', '/mock', '/mock/server', '/msw'];
const peers = ['ky', 'axios', '@supabase/postgrest-js', 'msw', 'msw/node'];
const packageOf = (specifier) => specifier.replace(/\/node$/, '');

const own = {
  ...Object.fromEntries(entries.map((entry) => [name + entry, `import '${name}${entry}';`])),
  [`${name} and /mock, with a client and a mock`]: `import { createClient } from '${name}';
import { createMock } from '${name}/mock';
createClient(createMock().clientOptions);`,
  [`require('${name}')`]: `import { createRequire } from 'node:module';
createRequire(import.meta.url)('${name}');`,
};
const others = Object.fromEntries(
  peers.map((specifier) => [
    `${specifier}, ${versionOf(packageOf(specifier))}`,
    `import '${specifier}';`,
  ]),
);
const programs = { empty: '', ...own, ...others };

const folder = new URL('imports/', generated);
mkdirSync(folder, { recursive: true });
const end = `
const { user, system } = process.cpuUsage();
process.stdout.write(String((user + system) / 1000));
`;
const names = Object.keys(programs);
names.forEach((program, index) => {
  writeFileSync(new URL(`${index}.mjs`, folder), programs[program] + end);
});

const times = Object.fromEntries(names.map((program) => [program, []]));
for (let round = 0; round < (quick ? 2 : 25); round++) {
  for (let turn = 0; turn < names.length; turn++) {
    const index = (turn + round) % names.length;
    const file = pathOf(new URL(`${index}.mjs`, folder));
    const { status, stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${names[index]}: ${stderr}`);
    times[names[index]].push(Number(stdout));
  }
}
const added = (program) => undisturbed(times[program]) - undisturbed(times.empty);
const peer = (specifier) => added(names.find((program) => program.startsWith(`${specifier},`)));

report(
  'imports',
  blocks(
    `The CPU time of a process that imports an entry, above that of an empty program (${short(undisturbed(times.empty))} ms).`,
    table(
      ['import', 'CPU time'],
      [...Object.keys(own), ...Object.keys(others)].map((program) => [
        `\`${program}\``,
        `${short(added(program))} ms`,
      ]),
    ),
    'Most of it is the `fetch` of Node, which ky loads, and reading the files.',
  ),
  {
    client: added(name),
    mock: added(`${name}/mock`),
    peers: {
      ky: peer('ky'),
      axios: peer('axios'),
      'postgrest-js': peer('@supabase/postgrest-js'),
      msw: peer('msw'),
    },
  },
);
