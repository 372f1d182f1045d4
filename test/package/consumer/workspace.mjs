/** The key of the workspace below. */
export const apiKey = 'key-of-the-workspace';

/** What the mock holds wherever the exercise runs: small, so that every answer can be written down. */
export const workspace = {
  apiKeys: [{ name: 'Exercise', key: apiKey }],
  data: {
    units: [{ id: '00000000-0000-4000-8000-000000000001', name: 'Euro', symbol: '€' }],
    balances: ['-0.10', '0.00', '100.00', '9007199254740993.01'].map((balance, index) => ({
      id: `00000000-0000-4000-8000-00000000001${index}`,
      unit_id: '00000000-0000-4000-8000-000000000001',
      name: `Balance ${index}`,
      balance,
    })),
  },
};
