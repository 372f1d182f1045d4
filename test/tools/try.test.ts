import { test } from 'vitest';
import { createMock, sampleData } from '../../src/mock/index.js';
import { resolveDialect } from '../../src/dialect.js';
import { paymentsSchema } from '../../src/schema/payments-schema.js';
import { Service } from '../../src/tools/connect/service.js';
import { connect } from '../../src/tools/connect/connect.js';
import { checkModule } from '../../src/tools/connect/drift.js';
import { writeModule, readHeader } from '../../src/tools/connect/module.js';
import { cursorService } from '../services/cursors.js';
import { numberedPages } from '../services/numbered-pages.js';
import { hiddenDigits } from '../services/hidden-digits.js';

const services: any = { mock: () => createMock({ data: sampleData({ accounts: 60 }) as never, dialect: { envelope: 'data', pageSize: { default: 20, max: 50 } } as never }), a: cursorService, b: numberedPages, c: hiddenDigits };
for (const name of (process.env.S ?? 'a').split(','))
test('try', async () => {
  const { fetch } = services[name]();
  const log: string[] = [];
  const service = new Service({ baseUrl: 'https://payments.test', apiKey: services.apiKey ?? 'key', fetch: (u: any, i: any) => { log.push(decodeURIComponent(u)); return fetch(u, i); } }, resolveDialect('connect', {}));
  const t = process.cpuUsage(); const w = performance.now();
  const base = { ...paymentsSchema };
  try {
  const connected = await connect(service, base, new Map(), () => {});
  console.log('requests', service.requests, process.cpuUsage(t).user / 1000, performance.now() - w);
  const text = writeModule({ ...connected, base, baseUrl: service.baseUrl, command: 'connect', specifier: './payments.js' });
  console.log(text);
  const n = service.requests;
  const again = new Service({ baseUrl: 'https://payments.test', apiKey: 'key', fetch }, resolveDialect('connect', connected.dialect));
  console.log(await checkModule(again, { schema: connected.schema, dialect: connected.dialect, header: readHeader(text) }, new Map(), () => {}), again.requests);
  } finally {
  if (process.env.LOG) console.log(log.join('\n'));
  }
});
