import { expect, test } from 'vitest';
import { checkWith, connectTo, services } from './run-connect.js';

const each = Object.entries(services);

test.each(each)(
  'twenty checks of service %s find nothing',
  { timeout: 300_000 },
  async (_, create) => {
    const { fetch } = create();
    const run = await connectTo(fetch);
    const green = { wrong: [], news: [], open: [], isSameWorkspace: true };
    for (let count = 1; count <= 20; count++) {
      const drift = await checkWith(run, fetch);
      expect([count, drift]).toMatchObject([count, green]);
      if (count === 20)
        console.log(`connect: ${run.requests} requests; a check: ${drift.requests}`);
    }
  },
);
