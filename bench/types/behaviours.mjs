import { check, writeFiles } from './compile.mjs';

const opening = 'declare const flag: boolean;\ndeclare const maybe: string | undefined;\n';

const probes = ['typo', 'filterTypo', 'mixed', 'flag', 'undefinedOperand', 'undefinedVariable'];

/** What a library's types say to queries that are wrong or hard, on one version of TypeScript. */
export function behaviourOf(name, { behaviours }, version) {
  const { setup, ...snippets } = behaviours;
  const there = probes.filter((probe) => snippets[probe]);
  const files = Object.fromEntries(
    there.map((probe) => [`behaviour-${probe}.ts`, `${setup}${opening}${snippets[probe]}\nexport {};\n`]),
  );
  writeFiles(name, files);
  const errorsWith = (exactOptionalPropertyTypes) =>
    check(name, Object.keys(files), version, { exactOptionalPropertyTypes }).errors;
  const [exact, loose] = [errorsWith(true), errorsWith(false)];
  const said = (errors, probe) => errors.filter((line) => line.includes(`behaviour-${probe}.ts`)).join('\n');
  const verdict = (probe) => {
    if (!there.includes(probe)) return 'not expressible';
    if (probe === 'flag') return flagVerdict(said(exact, probe));
    if (said(loose, probe)) return 'refused';
    return said(exact, probe) ? 'refused with `exactOptionalPropertyTypes`' : '**accepted**';
  };
  return Object.fromEntries(probes.map((probe) => [probe, verdict(probe)]));
}

/** Reading the field of a flag that may be true must neither be promised nor be impossible. */
function flagVerdict(errors) {
  if (errors === '') return '**promised**';
  if (errors.includes('TS2339')) return '**taken away**';
  return errors.includes('undefined') ? 'optional' : 'refused';
}
