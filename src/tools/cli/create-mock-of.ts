import { randomBytes } from 'node:crypto';
import type { Dialect } from '../../dialect/dialect.js';
import { isConfigurationError } from '../../errors/usage-errors.js';
import { createMock } from '../../mock/create-mock.js';
import type { MockData } from '../../mock/database.js';
import type { Mock } from '../../mock/mock.js';
import type { Resources } from '../../schema/resources.js';
import { withUsageErrors } from './command.js';
import type { SchemaModule } from './load-schema.js';
import type { MockValues } from './mock-options.js';

/** Rows that only `createMock` checks. */
export type Rows = MockData<Resources>;

export type AnyMock = Mock<Resources, string | null>;

/**
 * Creates the mock that the options describe, with the module of `--schema` and the rows of `--data`.
 *
 * @throws UsageError for wrong rows, and for a schema that no mock can have, or that the sample data does not fit.
 */
export function createMockOf(
  values: MockValues,
  { schema, dialect: givenDialect }: Partial<SchemaModule> = {},
  data?: Rows,
): AnyMock {
  const { latency, now } = values;
  const dialect: Dialect = Object.assign({}, givenDialect, ...values.dialect);
  // Not the key that createMock() generates: it is the same everywhere, so every web site would know it.
  const { key = `test_${randomBytes(16).toString('hex')}` } = values;
  const apiKeys = values['no-auth'] ? (false as const) : [{ name: 'API key', key }];
  const create = () =>
    createMock<Resources, typeof apiKeys>({ apiKeys, latency, now, dialect, schema, data });
  if (values.schema !== undefined)
    explain(`\`--schema\`: ${values.schema}`, () => createMock({ schema, data: {} }));
  if (!data)
    return explain(
      `\`--schema\`: the sample data does not fit ${values.schema}. Pass rows with --data`,
      create,
    );
  const hint = values.schema === undefined ? ' If your service differs, describe it with --schema.' : '';
  return explain(`\`--data\`: ${values.data}`, create, hint);
}

/** Says in the UsageError which option is wrong, instead of the function that rejected it. */
export const explain = <Result>(subject: string, act: () => Result, hint = ''): Result =>
  withUsageErrors(act, (error) => {
    const { problem } = isConfigurationError(error.cause) ? error.cause : error;
    return `${subject}: ${problem}${hint}`;
  });
