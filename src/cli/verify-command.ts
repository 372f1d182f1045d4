import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { KnownService } from '../connect/connect.js';
import type { Report } from '../connect/report/report.js';
import { printNote } from '../connect/report/write-module.js';
import { paymentsSchema } from '../schema/payments-schema.js';
import { CommandError, defineCommand, UsageError } from './command.js';
import { addRecorded } from './connect-options.js';
import { loadSchema, schemaOption } from './load-schema.js';
import { runOnService, serviceOptions } from './service-access.js';

const options = {
  ...serviceOptions,
  schema: { ...schemaOption, help: 'module that connect wrote, or another one with `schema` and `dialect`' },
  only: {
    placeholder: 'name',
    help: 'report only these settings and differences, such as nulls or rows',
    multiple: true,
  },
  accept: {
    placeholder: 'name',
    help: 'do not report these settings and differences, such as cosmetic',
    multiple: true,
  },
  json: { help: 'print one JSON object' },
  verbose: { help: 'show every difference with its request' },
  'show-values': { help: 'show ids and other values in requests' },
} as const;

/** Few rows of a resource are enough to see its kinds, and to choose those that are compared. */
const reading = {
  rowsPerResource: 100,
  tries: new Map(),
  paths: new Map(),
  values: true,
  onlyDeclared: true,
};

/** The exit status of each verdict. */
const statuses = { same: 0, different: 1, unknown: 2 } as const;

/** Compares a service with a mock that has the schema and the dialect of a module. */
export const verifyCommand = defineCommand({
  name: 'verify',
  summary: 'Reports where your service answers differently than a mock with your schema and dialect.',
  options,
  examples: [
    'verify --base-url https://api.example.com --schema src/payments.ts',
    'verify --base-url https://api.example.com --schema src/payments.ts --accept pageSize --json',
  ],
  async run(given, context) {
    const { schema: file, json } = given;
    let known: KnownService = { schema: { ...paymentsSchema } };
    let values = given;
    if (file !== undefined) {
      known = await loadSchema(file, context);
      // A module that `connect` did not write records nothing.
      const text = readFileSync(resolve(context.cwd, file), 'utf8');
      values = addRecorded(given, { name: file, text });
    }
    const { nameChecker } = await import('../connect/report/reported-names.js');
    const check = nameChecker(known.schema);
    for (const option of ['only', 'accept'] as const)
      for (const problem of values[option].flatMap((name) => check(name) ?? []))
        throw new UsageError(`\`--${option}\`: ${problem}`);
    const { connectService, resourcesIn } = await import('../connect/connect.js');
    const { toJsonReport, verdictOf, writeTextReport } = await import('../connect/report/report.js');
    const { columns, colors, out } = context;
    const printJson = (value: object) => out(JSON.stringify(value, null, 2));
    const showValues = values['show-values'];
    const { result, service, seconds } = await runOnService(values, context, (service, onPhase) =>
      connectService(service, known, { ...reading, showValues, onPhase }),
    ).catch((error: unknown) => {
      if (json && error instanceof CommandError)
        printJson({ service: values['base-url'], verdict: 'unknown', unknown: [error.message] });
      throw error;
    });
    const { sample, comparison, contradictions, gaps, notes } = result;
    const report: Report = {
      baseUrl: service.baseUrl,
      resources: `${resourcesIn(known.schema)} of ${file ?? 'paymentsSchema'}`,
      requests: service.requests,
      seconds,
      given: known.dialect ?? {},
      comparison: { ...comparison, differences: [...contradictions, ...comparison.differences] },
      gaps,
      accepted: values.accept,
      only: values.only,
      notes: [...notes, ...sample.unfit.map(printNote)],
    };
    if (json) printJson(toJsonReport(report));
    else out(writeTextReport(report, { columns, style: colors, isVerbose: values.verbose }));
    return statuses[verdictOf(report)];
  },
});
