import { describe, expect, test } from 'vitest';
import { describeField } from '../../../../src/tools/inspector/browser/row-fields.js';

describe('a row that is edited as JSON', () => {
  test.each([
    [{ kind: 'decimal' }, 'field: decimal'],
    [{ kind: 'json', nullable: true }, 'field: json or null'],
    [{ values: ['active', 'closed'] }, 'field: active or closed'],
    [{ kind: 'uuid', nullable: true, foreignKeyOf: 'units' }, 'field: id of units or null'],
  ] as const)('has a hint for each field: %j', (given, hint) => {
    const field = {
      name: 'field',
      kind: 'string',
      nullable: false,
      computed: false,
      values: [],
    } as const;
    expect(describeField({ ...field, foreignKeyOf: undefined, ...given })).toBe(hint);
  });
});
