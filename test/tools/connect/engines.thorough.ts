import { expect, onTestFinished, test } from 'vitest';
import { hardRows } from '../../fixtures/engines/hard-rows.js';
import { mariadbMissing } from '../../fixtures/engines/mariadb-server.js';
import { serveEngine } from '../../fixtures/engines/serve-engine.js';
import { checkWith, connectTo } from './run-connect.js';

const services = [
  ['postgres', { nulls: 'sql', text: 'exact', like: 'insensitive', nullOrder: 'largest' }],
  ['mariadb', { nulls: 'sql', text: 'insensitive', like: 'insensitive', nullOrder: 'smallest' }],
] as const;

test.each(services.filter(([name]) => name !== 'mariadb' || !mariadbMissing))(
  'the module of a service on %s has what the database does, and its check is green',
  async (name, meaning) => {
    const engine = await serveEngine(name, { rows: hardRows({ count: 300 }) });
    onTestFinished(() => engine.close());
    const fetch = async (address: string) => {
      const { status, body } = await engine.answer(
        address.slice('https://payments.test/v1'.length),
      );
      return Response.json(body, { status });
    };
    const run = await connectTo(fetch);
    if (process.env.PRINT) console.log(run.requests, run.text);
    expect(run.connected.dialect).toMatchObject(meaning);
    expect(await checkWith(run, fetch)).toMatchObject({ wrong: [], news: [], open: [] });
  },
  60_000,
);
