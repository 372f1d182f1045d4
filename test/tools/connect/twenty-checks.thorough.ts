import { expect, test } from 'vitest';
import { cursorService } from '../../services/cursors.js';
import { hiddenDigits } from '../../services/hidden-digits.js';
import { numberedPages } from '../../services/numbered-pages.js';
import { slashes } from '../../services/slashes.js';
import { type AnyFetch, checkWith, connectTo } from './run-connect.js';

test.each([
  ['a', cursorService],
  ['b', numberedPages],
  ['c', hiddenDigits],
  ['d', slashes],
] as const)('twenty checks of service %s find nothing', { timeout: 300_000 }, async (_, create) => {
  const fetch = create().fetch as AnyFetch;
  const run = await connectTo(fetch);
  const found: object[] = [];
  for (let count = 0; count < 20; count++) found.push(await checkWith(run, fetch));
  expect(found).toEqual(
    Array.from({ length: 20 }, () =>
      expect.objectContaining({ wrong: [], news: [], open: [], isSameWorkspace: true }),
    ),
  );
  console.log(
    `connect: ${run.requests} requests; a check: ${Reflect.get(found[0] ?? {}, 'requests')}`,
  );
});
