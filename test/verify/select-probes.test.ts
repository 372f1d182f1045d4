import { describe, expect, test } from 'vitest';
import { probes } from '../../src/verify/probes.js';
import { selectProbes } from '../../src/verify/select-probes.js';

const chosen = (...patterns: string[]) => {
  const selection = selectProbes(probes, patterns);
  return selection.probes.map(({ id }) => id).filter(selection.isChosen);
};

describe('the patterns of probes', () => {
  test('select all without a pattern', () => {
    expect(chosen()).toEqual(probes.map(({ id }) => id));
  });

  test('stand for any text with `*`, and for nothing else', () => {
    expect(chosen('paging.nulls-*')).toEqual(['paging.nulls-asc', 'paging.nulls-desc']);
    expect(chosen('*.in', 'responses.id')).toEqual(['responses.id', 'where.in']);
    expect(() => chosen('where?in')).toThrow();
  });

  test('select the probes that the chosen ones depend on too', () => {
    const { probes: selected, isChosen } = selectProbes(probes, ['where.like-case']);
    expect(selected.map(({ id }) => id)).toEqual(['where.in', 'where.and', 'where.like', 'where.like-case']);
    expect(selected.filter(({ id }) => isChosen(id)).map(({ id }) => id)).toEqual(['where.like-case']);
  });

  test('are rejected if they match nothing, with the nearest id', () => {
    expect(() => chosen('where.like-csae')).toThrow(
      '`where.like-csae` matches no probe. Did you mean `where.like-case`?',
    );
    expect(() => chosen('filters')).toThrow(/^`filters` matches no probe\. Use an area such as 'auth.*'\.$/);
  });
});

describe('the table of probes', () => {
  const ids = probes.map(({ id }) => id);

  test('has each id once, in the form area.name', () => {
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z]+\.[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
  });

  test('depend on probes of the table only, without a circle', () => {
    const depthOf = (id: string, above: readonly string[] = []): number => {
      expect(above).not.toContain(id);
      const probe = probes.find((one) => one.id === id);
      expect(probe, id).toBeDefined();
      return 1 + Math.max(0, ...(probe?.dependsOn ?? []).map((other) => depthOf(other, [...above, id])));
    };
    expect(Math.max(...ids.map((id) => depthOf(id)))).toBeLessThan(8);
  });

  test('says in one sentence what is expected', () => {
    expect(probes.filter(({ expected }) => !/^[^\s].*\.$/.test(expected)).map(({ id }) => id)).toEqual([]);
  });
});
