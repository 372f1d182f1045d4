/** Short names for several members of a group. */
export const presets = {
  nulls: {
    value: {},
    sql: {
      neq: 'skipped',
      notIn: 'skipped',
      notContains: 'skipped',
      insideIn: 'ignored',
      insideNotIn: 'nothing',
      every: 'unknown',
      jsonNeq: 'skipped',
      jsonNotContains: 'skipped',
      jsonNotExists: 'skipped',
    },
  },
  enumerations: { open: {}, closed: { values: 'closed' } },
  unknown: {
    rejected: {},
    ignored: {
      parameters: 'ignored',
      where: 'ignored',
      include: 'ignored',
      orderBy: 'ignored',
      comparators: 'ignored',
    },
  },
} as const;
