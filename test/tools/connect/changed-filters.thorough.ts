import { describe, test } from 'vitest';
import { inTurn } from '../../fixtures/in-turns.js';
import { serversByFilter } from './changed-servers.js';
import { expectNoticed } from './expect-noticed.js';

describe('a service is noticed that', { timeout: 120_000 }, () => {
  test.each(inTurn(serversByFilter, 40))('$name', expectNoticed);
});
