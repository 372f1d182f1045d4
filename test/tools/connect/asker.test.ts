import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Asked, Asker } from '../../../src/tools/connect/compare/asker.js';
import { createService, StoppedError } from '../../../src/tools/connect/service/live-service.js';
import { json } from '../../fixtures/answering-fetch.js';
import { payments } from './compare-server.js';

/** Differing answers with these statuses. */
const answersWith = (statuses: readonly number[]): Asked[] =>
  statuses.map((status) => ({
    query: {
      about: 'a list',
      resource: 'accounts',
      request: { path: '/accounts' },
      search: '',
      compares: 'status',
      uses: [],
    },
    response: { status, body: undefined },
    observed: '',
  }));

const isAccepted = ({ response }: Asked): boolean => response.status === 200;

function askerOf(status: number, maxRequests = 100) {
  const fetch = async () => json(status === 200 ? [] : { errors: ['x'] }, { status });
  const service = createService({
    baseUrl: 'https://api.example.com',
    apiKey: 'test-key',
    fetch,
    maxRequests,
  });
  return new Asker(service, payments);
}

describe('differing queries are asked again', () => {
  test('and those that agree then are dropped, the failed ones first', async () => {
    const differing = answersWith([...Array(20).fill(400), 500, 500]);
    const confirmed = await askerOf(200).confirm(differing, isAccepted);
    expect(confirmed.map(({ response }) => response.status)).toEqual([400, 400]);
  });

  test('and those that differ again are kept', async () => {
    const differing = answersWith([500, 400]);
    expect(await askerOf(400).confirm(differing, isAccepted)).toEqual(differing);
  });

  test('but no failure is dropped that was not repeated', async () => {
    const differing = answersWith(Array(25).fill(500));
    expect(await askerOf(200).confirm(differing, isAccepted)).toHaveLength(5);
  });

  test('and it is said that failures could not be repeated if no requests are left', async () => {
    const asker = askerOf(200, 0);
    const confirmed = await asker.confirm(answersWith([500, 400]), isAccepted);
    expect(confirmed.map(({ response }) => response.status)).toEqual([400]);
    expect(asker.problems).toEqual(['Queries that failed could not be repeated.']);
  });
});

describe('a query', () => {
  const query = { ...answersWith([200])[0]?.query } as Asked['query'];

  test.each([
    [200, ['a list'], 0],
    [400, ['a list'], 0],
    [504, [], 1],
  ])('that gets the status %i', async (status, topics, unanswered) => {
    vi.spyOn(Math, 'random').mockReturnValue(0); // no delays
    onTestFinished(() => void vi.restoreAllMocks());
    const asker = askerOf(status);
    await asker.ask(query);
    expect({ topics: [...asker.answered], unanswered: asker.unanswered }).toEqual({
      topics,
      unanswered,
    });
  });

  test.each([
    ['failures', 1],
    ['budget', 0],
  ] as const)('that is not sent because of %s', async (reason, unanswered) => {
    const asker = askerOf(200);
    asker.service.get = async () => {
      throw new StoppedError(reason, 'Stopped.');
    };
    expect(await asker.ask(query)).toBeUndefined();
    expect(asker).toMatchObject({ unanswered, problems: ['Stopped.'] });
  });
});

describe('if responses differ, the rows are read again', () => {
  const yes = async () => true;
  const no = async () => false;
  const once = () => {
    const answers = [true];
    return async () => answers.shift() ?? false;
  };

  test('and nothing is asked again if none has changed', async () => {
    const asker = askerOf(200);
    const asked = answersWith([400, 400]);
    expect(await asker.settle(asked, isAccepted, no)).toBe(asked);
    expect(asker.service.requests).toBe(0);
  });

  test('but the differing queries are if some have', async () => {
    const asker = askerOf(200);
    const settled = await asker.settle(answersWith([200, 400]), isAccepted, once());
    expect(settled.map(({ response }) => response.status)).toEqual([200, 200]);
    expect(asker.service.requests).toBe(1);
  });

  test('and those that differ while no row changes are kept', async () => {
    const settled = await askerOf(400).settle(answersWith([200, 400]), isAccepted, once());
    expect(settled.map(({ response }) => response.status)).toEqual([200, 400]);
  });

  test('and those that only differ while rows change are left out', async () => {
    const settled = await askerOf(400).settle(answersWith([200, 400]), isAccepted, yes);
    expect(settled.map(({ response }) => response.status)).toEqual([200]);
  });
});
