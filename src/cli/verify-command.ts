import { isConfigurationError } from '../errors/usage-errors.js';
import type { Resources } from '../schema/resources.js';
import type { VerifyReport } from '../verify/verify-service.js';
import { type CommandContext, defineCommand, type OptionValues, UsageError } from './command.js';
import { loadSchema, schemaOption } from './load-schema.js';
import { createServiceAccess, inOptions, type ServiceAccess, serviceOptions } from './service-access.js';

const options = {
  ...serviceOptions,
  schema: schemaOption,
  only: {
    type: 'string',
    placeholder: 'pattern',
    help: "run only some probes, such as 'where.*'",
    multiple: true,
  },
  accept: {
    type: 'string',
    placeholder: 'pattern',
    help: 'do not fail if these probes differ',
    multiple: true,
  },
  json: { type: 'boolean', help: 'print one JSON object' },
  verbose: { type: 'boolean', help: 'also list the probes that hold' },
  'show-values': {
    type: 'boolean',
    help: 'show ids and other values instead of placeholders',
  },
} as const;

type VerifyValues = OptionValues<typeof options>;

/** Checks which rules and decisions a live service follows. */
export const verifyCommand = defineCommand({
  name: 'verify',
  summary: 'Reports where the service behaves differently than this package expects.',
  options,
  examples: [
    'verify --base-url https://api.example.com',
    "verify --base-url https://api.example.com --only 'where.*' --verbose",
    'verify --base-url https://api.example.com --accept where.like-case',
    'verify --base-url https://api.example.com --schema src/payments-schema.js --json',
  ],
  async run(values, context) {
    const schema =
      values.schema === undefined ? undefined : (await loadSchema(values.schema, context)).schema;
    const access = createServiceAccess(values, context);
    const report = await verify(values, schema, access, context);
    if (context.signal.aborted) return 130;
    await print(report, values, access, context);
    if (report.failure !== undefined && !access.isExhausted()) return 3;
    return report.probes.some(({ result, isAccepted }) => result === 'differs' && !isAccepted) ? 1 : 0;
  },
});

async function verify(
  values: VerifyValues,
  schema: Resources | undefined,
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
      accept: values.accept,
      showValues: values['show-values'],
      onProgress: (done, all) => progress(`Verifying ${baseUrl}: ${done} of ${all} probes`),
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
    return error(`${report.service} cannot be verified: ${inOptions(report.failure)}`);
  if (!json) {
    const { writeTextReport } = await import('../verify/text-report.js');
    out(writeTextReport(report, { columns, style: colors, isVerbose: verbose }));
    out(`\n${access.sent()} requests`);
  }
  if (access.isExhausted())
    error(`The limit of ${limit} requests was reached before all probes ran. Raise --max-requests.`);
}
