import { isConfigurationError } from '../errors/usage-errors.js';
import type { VerifyReport } from '../verify/verify-service.js';
import { type CommandContext, defineCommand, type OptionValues, UsageError } from './command.js';
import { loadSchema, schemaOption } from './load-schema.js';
import { createServiceAccess, type ServiceAccess, serviceOptions } from './service-access.js';

const options = {
  ...serviceOptions,
  schema: schemaOption,
  only: {
    type: 'string',
    placeholder: 'pattern',
    help: "ask only some questions, such as 'where.*'",
    multiple: true,
  },
  json: { type: 'boolean', help: 'print one JSON object' },
  verbose: { type: 'boolean', help: 'list the questions whose answer is as expected, too' },
  'show-values': {
    type: 'boolean',
    help: 'show ids and other values of rows, which are placeholders otherwise',
  },
} as const;

type VerifyValues = OptionValues<typeof options>;

/** Asks a live service which rules and decisions it follows. */
export const verifyCommand = defineCommand({
  name: 'verify',
  summary: 'Finds out where your workspace behaves otherwise than this package expects.',
  options,
  examples: [
    'verify --base-url https://api.example.com',
    "verify --base-url https://api.example.com --only 'where.*' --verbose",
    'verify --base-url https://api.example.com --schema src/payments-schema.js --json',
  ],
  async run(values, context) {
    const schema = values.schema === undefined ? undefined : await loadSchema(values.schema, context);
    const access = createServiceAccess(values, context);
    const report = await verify(values, schema, access, context);
    if (context.signal.aborted) return 130;
    await print(report, values, access, context);
    if (report.failure !== undefined && !access.isExhausted()) return 3;
    return report.probes.some(({ result }) => result === 'differs') ? 1 : 0;
  },
});

async function verify(
  values: VerifyValues,
  schema: Awaited<ReturnType<typeof loadSchema>> | undefined,
  { baseUrl, apiKey, fetch, signal }: ServiceAccess,
  { progress }: CommandContext,
): Promise<VerifyReport> {
  const { verifyService } = await import('../verify/verify-service.js');
  try {
    return await verifyService({
      baseUrl,
      apiKey,
      fetch,
      signal,
      schema,
      schemaModule: values.schema,
      only: values.only,
      showValues: values['show-values'],
      onProgress: (done, all) => progress(`Asking ${baseUrl}: ${done} of ${all} questions`),
    });
  } catch (error) {
    if (isConfigurationError(error)) throw new UsageError(error.message);
    throw error;
  } finally {
    progress(undefined);
  }
}

async function print(
  report: VerifyReport,
  { json, verbose, 'max-requests': limit }: VerifyValues,
  access: ServiceAccess,
  { out, error, colors, columns }: CommandContext,
): Promise<void> {
  if (json) out(JSON.stringify(report, undefined, 2));
  if (report.failure !== undefined && !access.isExhausted())
    return error(`${report.service} cannot be verified: ${report.failure}`);
  if (!json) {
    const { writeTextReport } = await import('../verify/text-report.js');
    out(writeTextReport(report, { columns, style: colors, isVerbose: verbose }));
    out(`\n${access.sent()} requests`);
  }
  if (access.isExhausted())
    error(
      `The limit of ${limit} requests was reached before all questions were asked. Raise --max-requests.`,
    );
}
