import { describe, expect, test } from 'vitest';
import { parseFieldText, writeFieldText } from '../../../../src/inspector/page/data/field-text.js';
import { targetOf } from '../../../../src/inspector/page/data/grid-keys.js';
import { nextSort } from '../../../../src/inspector/page/data/table-columns.js';
import type { FieldKind } from '../../../../src/schema/field.js';

const parse = (kind: FieldKind, text: string) =>
  parseFieldText({ name: 'field', kind, nullable: false, computed: false, values: [] }, text);

describe('the text of an edited cell', () => {
  test('is sent as a value of the field', () => {
    expect(parse('decimal', '100.00')).toEqual({ value: '100.00' });
    expect(parse('string', '')).toEqual({ value: '' });
    expect(parse('integer', ' 12 ')).toEqual({ value: 12 });
    expect(parse('number', '-1.5')).toEqual({ value: -1.5 });
    expect(parse('boolean', 'true')).toEqual({ value: true });
    expect(parse('boolean', 'false')).toEqual({ value: false });
    expect(parse('json', '{"a": null}')).toEqual({ value: { a: null } });
  });

  test('is sent as text if it is not one, so that the mock says what is wrong', () => {
    expect(parse('integer', '')).toEqual({ value: '' });
    expect(parse('number', 'NaN')).toEqual({ value: 'NaN' });
    expect(parse('number', '1e999')).toEqual({ value: '1e999' });
    expect(parse('boolean', 'yes')).toEqual({ value: 'yes' });
  });

  test('is not sent if it is not JSON', () => {
    expect(parse('json', '{').problem).toMatch(/^Invalid JSON: /);
  });

  test('is what a value is written as', () => {
    expect([null, '100.00', 1.5, true, { a: [1] }].map(writeFieldText)).toEqual([
      '',
      '100.00',
      '1.5',
      'true',
      '{\n  "a": [\n    1\n  ]\n}',
    ]);
  });
});

describe('the keys of the table', () => {
  const last = { row: 49, column: 6 };
  const press = (key: string, ctrlKey = false) => targetOf({ key, ctrlKey }, { row: 2, column: 1 }, last);

  test('lead to another cell, and not past the last one', () => {
    expect(press('ArrowUp')).toEqual({ row: 1, column: 1 });
    expect(press('ArrowRight')).toEqual({ row: 2, column: 2 });
    expect(press('PageUp')).toEqual({ row: 0, column: 1 });
    expect(press('PageDown')).toEqual({ row: 12, column: 1 });
    expect(press('Home')).toEqual({ row: 2, column: 0 });
    expect(press('End', true)).toEqual(last);
    expect(targetOf({ key: 'ArrowDown', ctrlKey: false }, last, last)).toEqual(last);
  });

  test('are left to the browser if they lead nowhere', () => {
    expect(press('Tab')).toBeUndefined();
    expect(press('a')).toBeUndefined();
  });
});

test('a column sorts ascending, then descending, then not at all', () => {
  const first = nextSort(undefined, 'name');
  const second = nextSort(first, 'name');
  expect([first, second, nextSort(second, 'name')]).toEqual([
    { field: 'name', direction: 'asc' },
    { field: 'name', direction: 'desc' },
    undefined,
  ]);
  expect(nextSort(second, 'id')).toEqual({ field: 'id', direction: 'asc' });
});
