import { describe, expect, test } from 'vitest';
import { changedFields, describeField } from '../../../../src/tools/inspector/browser/row-fields.js';

describe('a row that is edited as JSON', () => {
  const before = { name: 'Ada', balance: '100.00', unit_id: null, variables: { tier: 'gold' } };
  const changes = (row: object) => changedFields(JSON.stringify(row, undefined, 2), before);

  test('is sent with the fields that differ, as they are written', () => {
    expect(changes(before)).toEqual({});
    expect(changes({ ...before, balance: '100.000' })).toEqual({ balance: '100.000' });
    expect(changes({ ...before, balance: 100 })).toEqual({ balance: 100 });
    expect(changes({ variables: null, unit_id: '' })).toEqual({ variables: null, unit_id: '' });
    expect(changes({ ...before, variables: { tier: 'gold', since: 1 } })).toEqual({
      variables: { tier: 'gold', since: 1 },
    });
    expect(changes({ nmae: 'Ada' })).toEqual({ nmae: 'Ada' }); // the mock rejects it
  });

  test('is not sent if it is no JSON object', () => {
    expect(() => changedFields('{ name: 1 }', before)).toThrow(/^Invalid JSON: /);
    for (const text of ['[]', 'null', '"name"', '5'])
      expect(() => changedFields(text, before)).toThrow(
        'The row is not a JSON object. Write its fields in braces.',
      );
  });

  test.each([
    [{ kind: 'decimal' }, 'field: decimal'],
    [{ kind: 'json', nullable: true }, 'field: json or null'],
    [{ values: ['active', 'closed'] }, 'field: active or closed'],
    [{ kind: 'uuid', nullable: true, foreignKeyOf: 'units' }, 'field: id of units or null'],
  ] as const)('has a hint for each field: %j', (given, hint) => {
    const field = { name: 'field', kind: 'string', nullable: false, computed: false, values: [] } as const;
    expect(describeField({ ...field, foreignKeyOf: undefined, ...given })).toBe(hint);
  });
});
