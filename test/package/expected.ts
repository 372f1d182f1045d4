const euro = { id: '00000000-0000-4000-8000-000000000001', symbol: '€' };

const asked = {
  rows: [
    { id: '00000000-0000-4000-8000-000000000012', balance: '100.00', unit: euro },
    { id: '00000000-0000-4000-8000-000000000013', balance: '9007199254740993.01', unit: euro },
  ],
  paginated: ['Balance 0', 'Balance 1', 'Balance 2', 'Balance 3'],
  wrong: 'QueryError',
  missing: 'ApiError',
  denied: 'ApiError',
  aborted: 'Error',
};

/** The result of `consumer/exercise.mjs` in every runtime. */
export const expected = {
  inProcess: asked,
  overHttp: asked,
  failing: { late: 'TimeoutError', moved: 'ResponseError', broken: 'ConnectionError' },
  guardOfOtherCopy: 'QueryError',
  sampleOfExtendedSchema: true,
  callerIsInStack: true,
  secretShown: false,
};

/** The result of `consumer-with-peers/programs/exercise.mjs` in every runtime. */
export const expectedBesidePeers = {
  msw: {
    properties: [
      ['balance', 'id', 'unit'],
      ['balance', 'id', 'unit'],
    ],
    renamed: 'Monthly reports',
    missing: 'ApiError',
    denied: 'ApiError',
    elsewhere: 401,
    asked: 4,
  },
  validation: {
    accepts: true,
    name: 'ResponseError',
    message:
      'GET /v1/balances failed: the response does not match the query. [0].name: expected a string.',
  },
  query: { rows: 3, pages: [2, 2] },
};

/** What comes of `consumer/proxy/page.mjs`, wherever its backend runs. */
export const expectedThroughProxy = {
  rows: [3, 2].map((number) => ({
    id: `00000000-0000-4000-8000-00000000001${number}`,
    name: `Balance ${number}`,
    unit: euro,
  })),
  names: ['Balance 1', 'Balance 2', 'Balance 3'],
  hidden: 'ApiError',
  anonymous: 'ApiError',
  statuses: { hiddenProperty: 400, tooMany: 400, post: 405, keys: 404, traversal: 404 },
  headers: ['private, no-store', 'Cookie, Authorization', 'nosniff'],
  text: JSON.stringify(
    [1, 2, 3].map((number) => ({
      id: `00000000-0000-4000-8000-00000000001${number}`,
      name: `Balance ${number}`,
    })),
  ),
};
