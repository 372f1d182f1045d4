import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { namedSettings } from '../../dialect/named-settings.js';
import { settings } from '../../dialect/settings.js';
import type { Resources } from '../../schema/resources.js';
import { didYouMean } from '../../values/did-you-mean.js';
import { topics } from '../connect/compare/difference.js';
import { connectService, resourcesIn } from '../connect/connect.js';
import { printNote } from '../connect/report/write-module.js';
import { type Report, toJsonReport, verdictOf, writeTextReport } from '../connect/report/write-report.js';
import { DEFAULT_FILE } from '../connect/report/written-module.js';
import { type CommandContext, CommandError, UsageError } from './command.js';
import { type ConnectValues, DEFAULT_ROWS } from './connect-options.js';
import { loadSchema } from './load-schema.js';
import { runOnService } from './service-access.js';

/** What is read of a service, and nothing that the module lacks. */
const reading = {
  rowsPerResource: DEFAULT_ROWS,
  tries: new Map(),
  paths: new Map(),
  values: true,
  onlyDeclared: true,
};

/** The exit status of each verdict. */
const statuses = { same: 0, different: 1, unknown: 2 } as const;

/** Compares a service with a mock that has the schema and the dialect of a module. */
export async function checkModule(values: ConnectValues, context: CommandContext): Promise<number> {
  const { schema: file = DEFAULT_FILE, json, verbose, accept } = values;
  if (values.schema === undefined && !existsSync(resolve(context.cwd, file)))
    throw new UsageError(
      `${file} does not exist. Run connect without --check, or name a module with --schema.`,
    );
  const known = await loadSchema(file, context);
  for (const name of accept) assertReportable(name, known.schema);
  const { colors, out, error } = context;
  const printJson = (value: object) => out(JSON.stringify(value, null, 2));
  const showValues = values['show-values'];
  const { result, service, seconds } = await runOnService(values, context, (service, onPhase) =>
    connectService(service, known, { ...reading, showValues, onPhase }),
  ).catch((failure: unknown) => {
    if (json && failure instanceof CommandError)
      printJson({ service: values['base-url'], verdict: 'unknown', notDetermined: [failure.message] });
    throw failure;
  });
  const { sample, comparison, contradictions, gaps, notes } = result;
  const report: Report = {
    baseUrl: service.baseUrl,
    resources: `${resourcesIn(known.schema)} of ${file}`,
    requests: service.requests,
    seconds,
    given: known.dialect ?? {},
    comparison: { ...comparison, differences: [...contradictions, ...comparison.differences] },
    gaps,
    known: known.knownDifferences ?? [],
    accepted: accept,
    notes: [...notes, ...sample.invalidValues.map(printNote)],
  };
  const verdict = verdictOf(report);
  if (json) printJson(toJsonReport(report));
  else {
    out(writeTextReport(report, { style: colors, isVerbose: verbose }));
    if (verdict === 'same') out(`\n${file} matches the service.`);
    if (verdict === 'different')
      out(
        `\n${file} no longer matches the service. Run connect without --check, or accept a topic with --accept.`,
      );
    if (verdict === 'unknown') error(`It was not determined whether ${file} matches the service.`);
  }
  return statuses[verdict];
}

/** @throws UsageError for a name that no report has. */
function assertReportable(name: string, schema: Resources): void {
  const names = [
    ...new Set(namedSettings.flatMap(({ group, path }) => [group, path])),
    ...topics,
    ...Object.entries(schema).flatMap(([resource, { fields, relations }]) =>
      [
        resource,
        ...Object.keys({ ...fields, ...relations }).map((member) => `${resource}.${member}`),
      ].flatMap((path) =>
        ['fields', 'no-rows', 'not-compared', 'values'].map((topic) => `${topic}-${path}`.toLowerCase()),
      ),
    ),
  ];
  const isKnown = (one: string) => names.some((known) => known === one || known.startsWith(`${one}-`));
  if (isKnown(name) || isKnown(name.toLowerCase())) return; // topics are in lower case, and settings are not
  if (/^(comparators\.|fields-|values-|rows$|rejected$|cosmetic$)/.test(name)) return;
  const hint = didYouMean(name, names) || ` The settings are ${Object.keys(settings).join(', ')}.`;
  throw new UsageError(`\`--accept\`: \`${name}\` is neither a setting nor a difference.${hint}`);
}
