import type { KnownService } from '../connect/connect.js';
import type { Report } from '../connect/report.js';
import { ServiceError } from '../connect/service.js';
import { paymentsSchema } from '../schema/payments-schema.js';
import { type CommandContext, defineCommand, type OptionValues, UsageError } from './command.js';
import { loadSchema, schemaOption } from './load-schema.js';
import { adviceFor, readKey, serviceOptions, statusOf } from './service-access.js';

const options = {
  ...serviceOptions,
  schema: { ...schemaOption, help: 'module that connect wrote, or another one with `schema` and `dialect`' },
  only: {
    type: 'string',
    placeholder: 'name',
    help: 'report only these settings and differences, such as nulls',
    multiple: true,
  },
  accept: {
    type: 'string',
    placeholder: 'name',
    help: 'do not fail if these settings and differences are found',
    multiple: true,
  },
  json: { type: 'boolean', help: 'print one JSON object' },
  verbose: { type: 'boolean', help: 'show every difference with its request' },
  'show-values': { type: 'boolean', help: 'show ids and other values in requests' },
} as const;

type VerifyValues = OptionValues<typeof options>;

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
  async run(values, context) {
    const baseUrl = values['base-url'];
    if (baseUrl === undefined) throw new UsageError('`--base-url` is missing. See --help.');
    const known: KnownService =
      values.schema === undefined
        ? { schema: { ...paymentsSchema } }
        : await loadSchema(values.schema, context);
    const { checkReportedName } = await import('../connect/reported-names.js');
    for (const option of ['only', 'accept'] as const)
      for (const name of values[option]) {
        const problem = checkReportedName(name, known.schema);
        if (problem !== undefined) throw new UsageError(`\`--${option}\`: ${problem}`);
      }
    const apiKey = readKey(values['key-env'], context);
    const report = await compare(baseUrl, apiKey, known, values, context);
    if (typeof report === 'number') return report;
    const { toJsonReport, verdictOf, writeTextReport } = await import('../connect/report.js');
    const { columns, colors, out } = context;
    if (values.json) out(JSON.stringify(toJsonReport(report), null, 2));
    else out(writeTextReport(report, { columns, style: colors, isVerbose: values.verbose }));
    return statuses[verdictOf(report)];
  },
});

/** Compares, or returns the exit status if that is not possible. */
async function compare(
  baseUrl: string,
  apiKey: string,
  known: KnownService,
  values: VerifyValues,
  { signal, progress, error, out }: CommandContext,
): Promise<Report | number> {
  const { createService } = await import('../connect/service.js');
  const { verifyService, resourcesIn } = await import('../connect/connect.js');
  const start = Date.now();
  let phase = '';
  const service = createService({
    baseUrl,
    apiKey,
    signal,
    maxRequests: values['max-requests'],
    onRequest: (requests) => progress(`${baseUrl}: ${phase}, ${requests} requests`),
  });
  try {
    const { measured, sample, comparison } = await verifyService(service, known, {
      showValues: values['show-values'],
      onPhase: (now) => {
        phase = now;
      },
    });
    return {
      baseUrl,
      resources: resourcesIn(known.schema),
      requests: service.requests,
      seconds: (Date.now() - start) / 1000,
      given: known.dialect ?? {},
      comparison,
      accepted: values.accept,
      only: values.only,
      notes: [...measured.notes, ...sample.unfit.map(({ path, text }) => `${path.join('.')}: ${text}`)],
    };
  } catch (failure) {
    if (!(failure instanceof ServiceError) || signal.aborted) throw failure;
    const message = adviceFor(failure);
    if (values.json)
      out(JSON.stringify({ service: baseUrl, verdict: 'unknown', unknown: [message] }, null, 2));
    else error(message);
    return statusOf(failure);
  } finally {
    progress(undefined);
  }
}
