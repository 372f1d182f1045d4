import { test } from 'vitest';
import { createMock, sampleData } from '../../src/mock/index.js';
import { resolveDialect } from '../../src/dialect.js';
import { paymentsSchema } from '../../src/schema/payments-schema.js';
import { Service } from '../../src/tools/connect/service.js';
import { connect } from '../../src/tools/connect/connect.js';
import { writeModule } from '../../src/tools/connect/module.js';

test('try', async () => {
  const mock = createMock({ data: sampleData({ accounts: 60 }) as never, dialect: { envelope: 'data', pageSize: { default: 20, max: 50 } } as never });
  const { apiKey, fetch, baseUrl } = mock.clientOptions as any;
  const log: string[] = [];
  const service = new Service({ baseUrl, apiKey, fetch: (u: any, i: any) => { log.push(decodeURIComponent(u)); return fetch(u, i); } }, resolveDialect('connect', {}));
  const t = process.cpuUsage(); const w = performance.now();
  const base = { ...paymentsSchema };
  const connected = await connect(service, base, new Map(), () => {});
  console.log('requests', service.requests, process.cpuUsage(t).user / 1000, performance.now() - w);
  if (process.env.LOG) console.log(log.join('\n'));
  console.log(writeModule({ ...connected, base, baseUrl, command: 'connect', specifier: './payments.js' }));
});
