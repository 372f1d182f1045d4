import {
  boolean,
  extendSchema,
  type FieldKind,
  type JsonValue,
  paymentsSchema,
  type Resources,
} from 'payments-data-client';
import { createMock, type Mock, sampleData } from 'payments-data-client/mock';
import { isPlainObject } from '../../../../src/values/plain-object.js';
import { changeFilters, usualTest } from './change-filters.js';
import { changeSentJson } from './change-sent-json.js';
import type { ChangedServer } from './changed-server.js';

/** A service that takes one comparator of one kind of field for another comparator. */
export interface ComparatorServer extends Pick<ChangedServer, 'name' | 'mock' | 'change'> {
  /** Default: the schema of the payments service. */
  readonly schema?: Resources;
}

const groups: Readonly<Record<string, readonly FieldKind[]>> = {
  text: ['string'],
  decimal: ['decimal'],
  number: ['number', 'integer'],
  date: ['date'],
  enumeration: ['enumeration'],
};

/** What else a comparator could be taken for: `gt` for `gte`, and a list for its first item. */
const mistakes = {
  eq: 'neq',
  neq: 'eq',
  in: 'eq',
  not_in: 'neq',
  gt: 'gte',
  gte: 'gt',
  lt: 'lte',
  lte: 'lt',
} as const;

const describe = (comparator: string, mistake: string, group: string) => ({
  name: `takes ${comparator} of ${group} for ${mistake}`,
});

const schemaWithBoolean = extendSchema(paymentsSchema, {
  accounts: { fields: { is_open: boolean() } },
});

/** The sample data, with every other account open. */
function mockWithBoolean(): Mock {
  const data = sampleData();
  const accounts = data.accounts.map((account, index) => ({
    ...account,
    is_open: index % 2 === 0,
  }));
  const mock = createMock({ schema: schemaWithBoolean, data: { ...data, accounts } });
  return mock as unknown as Mock; // has the same resources
}

/** The payments schema has no boolean. */
const booleanServers = (['eq', 'neq'] as const).map((comparator): ComparatorServer => {
  const mistake = mistakes[comparator];
  return {
    ...describe(comparator, mistake, 'boolean'),
    schema: { ...schemaWithBoolean },
    mock: mockWithBoolean,
    change: changeSentJson({
      filter: (level) => {
        const { is_open: comparison } = level;
        if (!isPlainObject(comparison) || comparison[comparator] === undefined) return level;
        return { ...level, is_open: { [mistake]: comparison[comparator] as JsonValue } }; // from JSON
      },
    }),
  };
});

/** Services that each take a comparator for another one. */
export const comparatorServers: readonly ComparatorServer[] = [
  ...Object.entries(groups).flatMap(([group, kinds]) =>
    Object.entries(mistakes)
      .filter(([comparator]) => group !== 'enumeration' || /eq|in/.test(comparator))
      .map(([comparator, mistake]) => ({
        ...describe(comparator, mistake, group),
        change: changeFilters({
          comparison: (comparison) => {
            const { field, op, operand } = comparison;
            if (op !== comparator || !kinds.includes(field.kind)) return undefined;
            const [first = null]: JsonValue[] = Array.isArray(operand) ? operand : [operand];
            return usualTest({ ...comparison, op: mistake, operand: first });
          },
        }),
      })),
  ),
  ...booleanServers,
];
