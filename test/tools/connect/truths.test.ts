import { expect, test } from 'vitest';
import { createChance } from '../../types/lib/random.js';
import { connectTo } from './run-connect.js';
import { tinyOptions, tinyTables } from './tiny-rows.js';
import { type Rules, tinyService } from './tiny-service.js';

const values = {
  nulls: ['value', 'sql'],
  text: ['exact', 'insensitive'],
  like: ['exact', 'insensitive'],
  nullOrder: ['largest', 'smallest', 'last', 'first'],
} as const;

const runs = Array.from({ length: Number(process.env.RUNS ?? 4) }, (_, index) => 1000 + index);

test.each(runs)(
  'a service with random rules gets the right value or a comment (seed %i)',
  async (seed) => {
    const { pick, happens } = createChance(seed);
    const randomRules = (): Rules => ({
      nulls: pick(values.nulls),
      text: pick(values.text),
      like: pick(values.like),
      nullOrder: pick(values.nullOrder),
    });
    const rules = randomRules();
    const tables = tinyTables(seed, 30);
    const exceptions: Record<string, Partial<Rules>> = {};
    const columns = Object.entries(tables).flatMap(([table, { fields }]) =>
      Object.keys(fields).map((name) => `${table}.${name}`),
    );
    // No exception in half of the runs, and rows that change in half of them.
    for (const column of seed % 2 === 0 ? columns : [])
      if (happens(0.3)) exceptions[column] = randomRules();
    const swap = (text: unknown) =>
      String(text).replace(/[a-z]/gi, (letter) =>
        letter < 'a' ? letter.toLowerCase() : letter.toUpperCase(),
      );
    const onRequest = () => {
      const table = pick(Object.values(tables));
      const row = pick(table.rows);
      const [name = '', kind] = pick(Object.entries(table.fields));
      if (kind === 'text' && row[name] !== null) row[name] = swap(row[name]);
      if (/note|external_id|archived_at|rating|closed_at/.test(name) && happens(0.5))
        row[name] = row[name] === null ? (pick(table.rows)[name] ?? null) : null;
    };
    const changes = seed % 4 < 2 ? { onRequest } : {};
    const fetch = tinyService(
      tinyOptions({ tables: { ...tables }, rules, exceptions, ...changes }),
    );
    const { connected, text } = await connectTo(fetch);
    const { dialect, meaning } = connected;
    for (const member of ['nulls', 'text', 'like', 'nullOrder'] as const) {
      const found = dialect[member];
      const asked = [...(meaning.said.get(member)?.values() ?? [])].flat();
      const isRight = (column: string) => ({ ...rules, ...exceptions[column] })[member] === found;
      // A value is set only if it is that of every field that was asked.
      if (found !== undefined)
        expect([member, asked.filter((column) => !isRight(column))]).toEqual([member, []]);
      else expect(text).toMatch(new RegExp(`// - .*\\b${member}\\b.*: `));
    }
    // Without exceptions and changes, everything is found.
    if (seed % 4 === 3) expect(dialect).toMatchObject(rules);
  },
);
