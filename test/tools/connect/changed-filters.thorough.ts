import { describe, test } from 'vitest';
import { serversByFilter } from './changed-servers.js';
import { expectNoticed, some } from './expect-noticed.js';

describe('a service is noticed that', { timeout: 120_000 }, () => {
  test.each(some(serversByFilter))('$name', expectNoticed);
});
