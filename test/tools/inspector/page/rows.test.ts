import type { FieldKind } from 'payments-data-client';
import { describe, expect, test } from 'vitest';
import {
  nextOrder,
  parseFieldText,
  writeFieldText,
} from '../../../../src/tools/inspector/page/form-values.js';

const parse = (kind: FieldKind, text: string) => parseFieldText({ name: 'field', kind }, text);

describe('the text of an edited cell', () => {
  test('is sent as a value of the field', () => {
    expect(parse('decimal', '100.00')).toEqual('100.00');
    expect(parse('string', '')).toEqual('');
    expect(parse('integer', ' 12 ')).toEqual(12);
    expect(parse('number', '-1.5')).toEqual(-1.5);
    expect(parse('boolean', 'true')).toEqual(true);
    expect(parse('boolean', 'false')).toEqual(false);
    expect(parse('json', '{"a": null}')).toEqual({ a: null });
  });

  test('is sent as text if it is not one, so that the mock says what is wrong', () => {
    expect(parse('integer', '')).toEqual('');
    expect(parse('number', 'NaN')).toEqual('NaN');
    expect(parse('number', '1e999')).toEqual('1e999');
    expect(parse('boolean', 'yes')).toEqual('yes');
  });

  test('is not sent if it is not JSON', () => {
    expect(() => parse('json', '{')).toThrow(/^field: Invalid JSON: /);
  });

  test('is what a value is written as', () => {
    expect([undefined, null, '100.00', 1.5, true, { a: [1] }].map(writeFieldText)).toEqual([
      '',
      '',
      '100.00',
      '1.5',
      'true',
      '{\n  "a": [\n    1\n  ]\n}',
    ]);
  });
});

test('a column sorts ascending, then descending, then not at all', () => {
  const first = nextOrder('', 'name');
  const second = nextOrder(first, 'name');
  expect([first, second, nextOrder(second, 'name')]).toEqual(['name:asc', 'name:desc', '']);
  expect(nextOrder(second, 'id')).toEqual('id:asc');
});
