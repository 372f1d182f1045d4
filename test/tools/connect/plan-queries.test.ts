import { expect, test } from 'vitest';
import { planQueries } from '../../../src/tools/connect/queries/plan-queries.js';

const candidate = (about: string) => ({
  query: {
    about,
    resource: 'accounts',
    request: { path: '/' },
    search: '',
    compares: 'ids',
    uses: [],
  } as const,
  separated: [],
});

test('each kind of query is planned before it is repeated for other relations', () => {
  const abouts = [
    'include: a filter (unit)',
    'include: a filter (account)',
    'json: eq (json)',
    'null: eq (json)',
  ];
  const { planned, others } = planQueries(abouts.map(candidate), 3);
  expect(planned.map(({ about }) => about)).toEqual([abouts[0], abouts[2], abouts[3]]);
  expect(others.map(({ about }) => about)).toEqual([abouts[1]]);
});
