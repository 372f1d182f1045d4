import { check, writeFiles } from './compile.mjs';

const opening = 'declare const flag: boolean;\ndeclare const maybe: string | undefined;\n';

const probes = ['typo', 'filterTypo', 'mixed', 'flag', 'undefinedVariable'];

/** How a library's types handle invalid and difficult queries, in one version of TypeScript. */
export function behaviorOf(name, { behaviors }, version) {
  const { setup, ...snippets } = behaviors;
  const supported = probes.filter((probe) => snippets[probe]);
  const files = Object.fromEntries(
    supported.map((probe) => [
      `behavior-${probe}.ts`,
      `${setup}${opening}${snippets[probe]}\nexport {};\n`,
    ]),
  );
  writeFiles(name, files);
  const errorsWith = (exactOptionalPropertyTypes) =>
    check(name, Object.keys(files), version, { exactOptionalPropertyTypes }).errors;
  const [exact, loose] = [errorsWith(true), errorsWith(false)];
  const errorsOf = (errors, probe) =>
    errors.filter((line) => line.includes(`behavior-${probe}.ts`)).join('\n');
  const verdict = (probe) => {
    if (!supported.includes(probe)) return 'not expressible';
    if (probe === 'flag') return flagVerdict(errorsOf(exact, probe));
    if (errorsOf(loose, probe)) return 'rejected';
    return errorsOf(exact, probe) ? 'rejected (exact)' : '**accepted**';
  };
  return Object.fromEntries(probes.map((probe) => [probe, verdict(probe)]));
}

/** If a flag is a `boolean`, its field must be optional: neither always there nor always missing. */
function flagVerdict(errors) {
  if (errors === '') return '**always there**';
  if (errors.includes('TS2339')) return '**missing**';
  return errors.includes('undefined') ? 'optional' : 'rejected';
}
