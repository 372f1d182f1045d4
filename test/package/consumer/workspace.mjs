/** The API key of the workspace. */
export const apiKey = 'key-of-the-workspace';

/** The rows of the mock in the exercise. Few, so that every response can be written down. */
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
