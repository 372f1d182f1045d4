import { describe, test } from 'vitest';
import { serversByFilter } from './changed-servers.js';
import { expectDifferences } from './find-differences.js';

describe('verify finds exactly the difference of a service that', { timeout: 60_000 }, () => {
  test.each(serversByFilter)('$name', { timeout: 60_000 }, expectDifferences);
});
