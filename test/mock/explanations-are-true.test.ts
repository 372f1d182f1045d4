import fc from 'fast-check';
import { createMock, type MockData } from 'payments-data-client/mock';
import { expect, test } from 'vitest';
import { resolveDialect } from '../../src/dialect.js';
import { matcher, type RowSource } from '../../src/match/matcher.js';
import { filterOf } from '../../src/query/filter.js';
import type { JsonObject, JsonValue } from '../../src/schema/field.js';
import { type Row, type Rows, sampleRows } from './oracle/sample-rows.js';
import { type Where, wheresOf } from './oracle/wheres.js';
import { ask } from './send.js';
import { things } from './things.js';

const all = sampleRows();

/** Rows, and a filter on them. */
interface Level {
  readonly resource: keyof Rows;
  readonly rows: readonly Row[];
  readonly where: Where;
}

/** A comparator, a quantifier, a to-one filter or an `OR`. */
interface Atom {
  readonly key: string;
  readonly path: string;
  /** With its comparator or quantifier. */
  readonly label: string;
  readonly filter: Where;
  // biome-ignore lint/suspicious/noExplicitAny: what a filter has there
  readonly inner: any;
}

const relations = {
  things: ['things', (row: Row, other: Row) => other.box_id === row.id],
  parts: ['boxes', (row: Row, other: Row) => other.parent_id === row.id],
  box: ['boxes', (row: Row, other: Row) => row.box_id === other.id],
} as const;

const isRelation = (key: string): key is keyof typeof relations => Object.hasOwn(relations, key);

function related(rows: readonly Row[], key: keyof typeof relations): readonly Row[] {
  const [target, isRelated] = relations[key];
  return all[target].filter((other) => rows.some((row) => isRelated(row, other)));
}

function atomsOf(where: Where, base = ''): readonly Atom[] {
  return Object.entries(where).flatMap(([key, value]): readonly Atom[] => {
    const path = base + key;
    if (key === 'AND')
      return (value as Where[]).flatMap((item, index) => atomsOf(item, `${path}[${index}].`));
    const isSplit = value !== null && typeof value === 'object' && key !== 'OR' && key !== 'box';
    const isBare = key !== 'OR' && key !== 'box';
    const label = isBare ? `${path}.eq` : path;
    if (!isSplit) return [{ key, path, label, filter: { [key]: value }, inner: value }];
    return Object.entries(value).map(([op, inner]) => {
      return { key, path, label: `${path}.${op}`, filter: { [key]: { [op]: inner } }, inner };
    });
  });
}

const isNamed = ({ label, path }: Atom, name: string) => [label, path].includes(name);

/** The rows of the sample, which the matcher finds as PostgreSQL does: oracle/postgres.test.ts. */
const source: RowSource<Row> = {
  reader: (name, _, keyOf) => (row) => keyOf((row[name] ?? null) as JsonValue),
  some({ name }, matcherOf) {
    const matches = matcherOf(source);
    return (row) => related([row], name as keyof typeof relations).some(matches);
  },
};

function matching({ rows, resource }: Level, filters: readonly Where[]): readonly Row[] {
  const filter = filterOf(things, resource, { AND: filters as JsonObject[] });
  return rows.filter(matcher(filter, source, resolveDialect('test', {})));
}

/** The level that a path leads to, and the rest of the path, which names a condition there. */
function descend(level: Level, path: string): { level: Level; name: string } {
  for (const atom of atomsOf(level.where)) {
    const { key, inner } = atom;
    const [, index, rest = ''] =
      (path.startsWith(`${atom.path}[`) &&
        /^\[(\d+)\]\.(.*)$/.exec(path.slice(atom.path.length))) ||
      [];
    if (key === 'OR' && index !== undefined)
      return descend({ ...level, where: inner[Number(index)] }, rest);
    if (isRelation(key) && path.startsWith(`${atom.label}.`)) {
      const [resource] = relations[key];
      const rows = related(level.rows, key);
      return descend({ resource, rows, where: inner }, path.slice(atom.label.length + 1));
    }
  }
  return { level, name: path };
}

/** What a sentence says, found out from the filter alone. */
class Checker {
  /** The rows that sentences named, with the path of the filter on them. */
  readonly places: { prefix: string; level: Level }[] = [];
  /** The rows of the last sentence about each row, and its condition. */
  each: Level & { readonly name: string };

  constructor(readonly root: Level) {
    this.each = { ...root, name: '' };
  }

  /** The rows that a sentence is about, and the name of the condition in the filter on them. */
  find(place: string, path: string) {
    if (place === '') return descend(this.root, path);
    const [, failed, total, relation] = /^In (\d+) of (\d+) `(.+)`, $/.exec(place) ?? [];
    if (relation !== undefined)
      return this.findExceptions(Number(failed), Number(total), relation, path);
    const size = Number(/\d+/.exec(place)?.[0] ?? 1);
    const start = this.places.findLast(
      ({ prefix, level }) => path.startsWith(prefix) && level.rows.length === size,
    );
    if (!start) throw new Error(`no rows were named for ${place}`);
    return descend(start.level, path.slice(start.prefix.length));
  }

  /** The related rows that do not match `every`. */
  findExceptions(failed: number, total: number, relation: string, path: string) {
    const [atom] = atomsOf(this.each.where);
    expect(relation).toBe(this.each.name);
    if (!atom || !isRelation(atom.key)) throw new Error(`no filter ${relation}.every`);
    const [resource] = relations[atom.key];
    const where = atom.inner as Where;
    const rows = related(this.each.rows, atom.key);
    const matched = new Set(matching({ resource, rows, where }, [where]));
    const exceptions = rows.filter((row) => !matched.has(row));
    expect([exceptions.length, rows.length]).toEqual([failed, total]);
    const level = { resource, rows: exceptions, where };
    return descend(level, path.slice(`${relation}.every.`.length));
  }

  /** The conditions of a level that are named, as filters. */
  filters(level: Level, names: readonly string[]): readonly Where[] {
    const atoms = atomsOf(level.where).filter((atom) => names.some((name) => isNamed(atom, name)));
    expect(atoms.length).toBeGreaterThan(0);
    return atoms.map(({ filter }) => filter);
  }

  /** No row matches a condition, but others match all else. */
  impossible(path: string, without: number | undefined) {
    const { level, name } = this.find('', path);
    expect(matching(level, this.filters(level, [name]))).toEqual([]);
    const others = atomsOf(level.where).filter((atom) => !isNamed(atom, name));
    const rows = matching(
      level,
      others.map(({ filter }) => filter),
    );
    if (without !== undefined) expect(rows.length).toBe(without);
  }

  /** Some rows match conditions, but none of them another one. */
  narrow(place: string, paths: readonly string[], failed: string, count: number) {
    const { level, name } = this.find(place, failed);
    const prefix = failed.slice(0, failed.length - name.length);
    const matched = this.filters(
      level,
      paths.map((path) => path.slice(prefix.length)),
    );
    const rows = matching(level, matched);
    expect(rows.length).toBe(count);
    expect(matching(level, [...matched, ...this.filters(level, [name])])).toEqual([]);
    this.places.push({ prefix, level: { ...level, rows } });
  }
}

const isNumeric = (name: string) => /^(score|rank|active)$/.test(name);
const unquoted = (text: string) => /^'(.*)'$/s.exec(text)?.[1] ?? text;
const parsed = (name: string, text: string) =>
  isNumeric(name) ? JSON.parse(text) : unquoted(text);

/** The start of a sentence about some rows, and a path in backticks. */
const PLACE = '((?:In (?:that row|those \\d+ rows), |In \\d+ of \\d+ `[^`]+`, )?)';
const START = `^${PLACE}\`([^\`]+)\` `;

type Fact = (checker: Checker, match: readonly string[]) => void;

/** Creates a check of a fact about the rows that a path leads to. */
const fact =
  (check: (level: Level, name: string, ...texts: string[]) => void): Fact =>
  (checker, [, place = '', path = '', ...texts]) => {
    const found = checker.find(place, path);
    const atom = atomsOf(found.level.where).find((part) => isNamed(part, found.name));
    check(found.level, atom?.key ?? found.name, ...texts);
  };

/** A value of a text, as a comparison. */
const equalTo = (name: string, text: string): unknown =>
  name === 'data' ? { eq: JSON.parse(unquoted(text)) } : parsed(name, text);

const count = (level: Level, name: string, comparison: unknown) =>
  matching(level, [{ [name]: comparison }]).length;

function eachOccurs(level: Level, name: string, list: string) {
  for (const text of list.split(', '))
    expect(count(level, name, equalTo(name, text)), text).toBeGreaterThan(0);
}

const present = (level: Level, name: string) => count(level, name, { neq: null });

const inJson = (values: readonly unknown[], keys: readonly string[]): unknown[] =>
  keys.reduce<unknown[]>(
    (inside, key) =>
      inside.flatMap((value) =>
        keysOf([value]).includes(key) ? [Reflect.get(Object(value), key)] : [],
      ),
    values.filter((value) => value !== null),
  );

/** The values inside JSON, whose path is in the sentence. */
const jsonFact =
  (check: (values: unknown[], ...texts: string[]) => void): Fact =>
  (checker, [, place = '', path = '', ...texts]) => {
    const [field = ''] = /^.*?data/.exec(path) ?? [];
    const { level } = checker.find(place, field);
    const keys = path.slice(field.length).split('.').slice(1);
    const values = level.rows.map(({ data }) => data);
    check(inJson(values, keys), ...texts);
  };

const keysOf = (values: unknown[]) =>
  values.flatMap((value) =>
    value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.keys(value) : [],
  );

const sentences: readonly (readonly [pattern: string, check: Fact])[] = [
  [
    '^No row matches `([^`]+)`(?:; without it (\\d+) of (\\d+) would)?\\.$',
    (checker, [, path = '', without, size]) => {
      checker.impossible(path, without === undefined ? undefined : Number(without));
      if (size !== undefined) expect(checker.root.rows.length).toBe(Number(size));
    },
  ],
  [
    `^${PLACE}(\\d+) rows?(?: of \\w+)? match(?:es)? (\`.+\`); (?:none of them matches|it does not match) \`([^\`]+)\`\\.$`,
    (checker, [, place = '', count, paths = '', failed = '']) =>
      checker.narrow(place, paths.slice(1, -1).split('` and `'), failed, Number(count)),
  ],
  [`${START}is empty\\.$`, (_, match) => expect(match[2]).toMatch(/OR$|in$/)],
  [
    `${START}is null(?: in every row)?\\.$`,
    fact((level, name) => expect(present(level, name)).toBe(0)),
  ],
  [
    `${START}is null in (\\d+) of (\\d+) rows(?:, which is not the text '(?:null)?')?\\.$`,
    fact((level, name, nulls, size) =>
      expect([count(level, name, null), level.rows.length]).toEqual([Number(nulls), Number(size)]),
    ),
  ],
  [
    `${START}is at (most|least) (.*?)(?:, which is (?:before|after) (.*))?\\.$`,
    fact((level, name, end, text = '', bound = '') => {
      const value = parsed(name, text);
      const comparator = end === 'most' ? 'gt' : 'lt';
      if (bound) expect(count(level, name, { [`${comparator}e`]: bound })).toBe(0);
      expect(count(level, name, { [end === 'most' ? 'gt' : 'lt']: value })).toBe(0);
      expect(count(level, name, value)).toBeGreaterThan(0);
    }),
  ],
  [
    `${START}has no value between (.*) and (.*)\\.$`,
    fact((level, name, from = '', to = '') => {
      const [gt, lt] = [parsed(name, from), parsed(name, to)];
      expect(count(level, name, { gt, lt })).toBe(0);
      for (const value of [gt, lt]) expect(count(level, name, value)).toBeGreaterThan(0);
    }),
  ],
  [
    `${START}has the value (.*), with the other sign\\.$`,
    fact((level, name, text = '') => {
      const operands = atomsOf(level.where).map(({ inner }) => String([inner].flat()[0]));
      expect(operands).toContain(text.startsWith('-') ? text.slice(1) : `-${text}`);
      eachOccurs(level, name, text);
    }),
  ],
  [
    `${START}is never (.*), which is the \`(.*)\` of (.*) in (.*)\\.$`,
    fact((level, name, text = '', field = '', id = '', resource = '') => {
      expect(count(level, name, unquoted(text))).toBe(0);
      const row = all[resource as keyof Rows].find((row) => row.id === id);
      const value = field === 'shout' ? String(row?.name).toUpperCase() : row?.[field];
      expect(value).toBe(unquoted(text));
    }),
  ],
  [
    `${START}has (.*), each on its own; use \`in\` with several texts\\.$`,
    fact((level, name, list = '') => eachOccurs(level, name, list.replaceAll(' and ', ', '))),
  ],
  [
    `${START}is later on (.*) in (\\d+) rows?, but a day means midnight UTC; use (.*)\\.$`,
    fact((level, name, day = '', rows, use = '') => {
      const lt = new Date(Date.parse(day) + 86_400_000).toJSON().slice(0, 10);
      expect(count(level, name, { gte: day, lt })).toBe(Number(rows));
      expect([`lt: '${lt}'`, `{ gte: '${day}', lt: '${lt}' }`]).toContain(use);
    }),
  ],
  [
    `${START}has the values? (.*?)(?:; the schema also has (.*))?\\.$`,
    (checker, match) => {
      if (isInJson(match[2])) return sayValues(checker, match);
      return fact((level, name, list = '') => {
        const filters = list.split(', ').map((text) => ({ [name]: equalTo(name, text) }));
        expect(matching(level, [{ OR: filters }]).length).toBe(present(level, name));
        eachOccurs(level, name, list);
      })(checker, match);
    },
  ],
  [
    `${START}has other values, such as (.*)\\.$`,
    (checker, match) =>
      isInJson(match[2]) ? sayExamples(checker, match) : fact(eachOccurs)(checker, match),
  ],
  [`${START}has the near value (.*)\\.$`, fact(eachOccurs)],
  [
    `${START}has the near word (.*)\\.$`,
    fact((level, name, word) => expect(count(level, name, { like: word })).toBeGreaterThan(0)),
  ],
  [
    `${START}has no other value than these\\.$`,
    fact((level) => expect(level.rows).not.toEqual([])),
  ],
  [
    `${START}differs in .*: '(.*)'\\.$`,
    fact((level, name, text) => expect(count(level, name, text)).toBeGreaterThan(0)),
  ],
  [
    `${START}contains (.*) in (\\d+) rows?(?:; use \`like\`(?: without \`%\`)?)?\\.$`,
    fact((level, name, text = '', rows) =>
      expect(count(level, name, { like: unquoted(text) })).toBe(Number(rows)),
    ),
  ],
  [
    `${START}contains ((?!this ).*) in every row\\.$`,
    fact((level, name, text = '') =>
      expect(count(level, name, { like: unquoted(text) })).toBe(level.rows.length),
    ),
  ],
  [`${START}is not a UUID\\.$`, fact((level) => expect(level.rows).not.toEqual([]))],
  [
    `${START}is (?:the id of a row of (\\w+), not|not the id of a row) of (\\w+)\\.$`,
    fact((level, name, owner, target) => {
      const [atom] = atomsOf(level.where).filter(({ key }) => key === name);
      const isIn = (resource: unknown) =>
        all[resource as keyof Rows].some(({ id }) => id === atom?.inner);
      expect([isIn(target), owner === undefined || isIn(owner)]).toEqual([false, true]);
    }),
  ],
  [
    '^`(.+?)(?:\\.gte?)?` (?:is above|equals) `.+`\\.$',
    (checker, [, path = '']) => {
      const { level, name } = checker.find('', path);
      const key = atomsOf(level.where).find((atom) => isNamed(atom, name))?.key ?? '';
      const bounds = atomsOf(level.where).filter((atom) => atom.key === key);
      const rows = bounds.map(({ inner }) => ({ ...all.things[0], id: 'x', [key]: inner }));
      const filters = bounds.map(({ filter }) => filter);
      expect(matching({ ...level, rows }, filters)).toEqual([]);
    },
  ],
  [
    '^Rows of (\\w+) match `([^`]+)`, but none of them is related\\.$',
    (checker, [, target, path = '']) => {
      const { level } = checker.find('', `${path}.x`);
      const everywhere = { ...level, rows: all[target as keyof Rows] };
      expect(level.resource).toBe(target);
      expect(matching(everywhere, [level.where]).length).toBeGreaterThan(0);
      expect(matching(level, [level.where])).toEqual([]);
    },
  ],
  [
    `${START}has no rows(?: in every row)?\\.$`,
    (checker, [, place = '', path = '']) => {
      const { level, name } = checker.find(place, path);
      const key = atomsOf(level.where).find((atom) => isNamed(atom, name))?.key ?? '';
      expect(isRelation(key) && related(level.rows, key)).toEqual([]);
    },
  ],
  [
    `${START}has rows that (match|do not match) \`([^\`]+)\`(?: in every row)?\\.$`,
    (checker, [, place = '', path = '', verb, inner = '']) => {
      const op = verb === 'match' ? 'none' : 'every';
      const { level, name } = checker.find(place, path);
      const atom = atomsOf(level.where).find(({ label }) => label === `${name}.${op}`);
      expect(inner.startsWith(`${path}.${op}`)).toBe(true);
      checker.each = { ...level, where: atom?.filter ?? {}, name: path };
      for (const row of level.rows)
        expect(matching({ ...level, rows: [row] }, [atom?.filter ?? {}])).toEqual([]);
    },
  ],
  [
    `${START}has no key (.*), but .*\\.$`,
    jsonFact((values, key = '') => expect(keysOf(values)).not.toContain(unquoted(key))),
  ],
  [
    `${START}has the key (.*) inside (.*); use .*\\.$`,
    jsonFact((values, key = '', inside = '') =>
      expect(keysOf(inJson(values, inside.split('.')))).toContain(key),
    ),
  ],
  [
    `${START}has the key (.*), not (.*)\\.$`,
    jsonFact((values, there = '', key = '') => {
      expect(keysOf(values)).toContain(unquoted(there));
      expect(keysOf(values)).not.toContain(unquoted(key));
    }),
  ],
  [
    `${START}(?:is (an? \\w+|null), which )?has no keys\\.$`,
    jsonFact((values, type) => {
      expect(keysOf(values)).toEqual([]);
      const types = new Set(values.map(typeOf));
      if (type) expect([...types]).toEqual([type]);
      else expect(types.size).toBeGreaterThan(1);
    }),
  ],
  [
    `${START}is (?:an? \\w+|null), not (.*); it has .*\\.$`,
    jsonFact((values, type = '') => expect(values.map(typeOf)).not.toContain(type)),
  ],
  [
    `${START}is never (.*); it has .*\\.$`,
    jsonFact((values, type = '') => expect(values.map(typeOf)).not.toContain(type)),
  ],
  [
    `${START}(?:contains this beside other keys in (\\d+) rows?; use \`contains\`|has this beside other items in \\d+ rows?)\\.$`,
    fact((level, name, rows) => {
      const atom = atomsOf(level.where).find(
        ({ key, label }) => key === name && label.endsWith('.eq'),
      );
      if (rows) expect(count(level, name, { contains: atom?.inner })).toBe(Number(rows));
    }),
  ],
  [
    `${START}has the key (.*) in every row\\.$`,
    fact((level, name, key = '') =>
      expect(count(level, name, { exists: unquoted(key) })).toBe(present(level, name)),
    ),
  ],
  [
    `${START}(?:contains|is equal to) this in (?:every row|\\d+ rows?, and is no object in the others, which is undecided)\\.$`,
    fact((level) => expect(matching(level, [level.where])).toEqual([])),
  ],
  [
    `${START}has each of these keys and values, but not together\\.$`,
    fact((level) => expect(matching(level, [level.where])).toEqual([])),
  ],
];

const typeOf = (value: unknown) => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
};

const textOf = (value: unknown) =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

const isInJson = (path = '') => path.includes('data.') && !/data\.(n?eq|not_\w+)$/.test(path);

const sayValues = jsonFact((values, list = '') =>
  expect(new Set(list.split(', ').map(unquoted))).toEqual(new Set(values.map(textOf))),
);

const sayExamples = jsonFact((values, list = '') => {
  for (const text of list.split(', ')) expect(values.map(textOf)).toContain(unquoted(text));
});

/** What random filters hardly have. */
const rare: { resource: 'things' | 'boxes'; where: Where }[] = [
  { resource: 'things', where: { data: { exists: 'A' } } },
  { resource: 'things', where: { data: { contains: { A: 1 } } } },
  { resource: 'things', where: { data: { eq: { a: { b: 1 } } } } },
  {
    resource: 'things',
    where: { AND: [{ data: { contains: { a: 1 } } }, { data: { not_contains: { a: 1 } } }] },
  },
  { resource: 'things', where: { data: { contains: { a: 'x' } } } },
  {
    resource: 'things',
    where: { AND: [{ data: { contains: { a: {} } } }, { data: { not_exists: 'a' } }] },
  },
  { resource: 'things', where: { data: { contains: { 'a.b': 2 } } } },
  { resource: 'things', where: { data: { contains: { c: null } } } },
  { resource: 'things', where: { at: { gt: '2030-01-01T00:00:00Z' } } },
  { resource: 'things', where: { at: { lt: '0999-01-01T00:00:00Z' } } },
  { resource: 'things', where: { at: { in: ['2026-06-30'] } } },
  {
    resource: 'things',
    where: { AND: [{ at: { gte: '2026-06-30' } }, { at: { lte: '2026-06-30' } }] },
  },
  { resource: 'things', where: { text: '', name: 'a' } },
  { resource: 'things', where: { text: 'null' } },
  { resource: 'things', where: { name: { in: ['ab,zz'] } } },
  { resource: 'things', where: { name: { like: 'axbs' } } },
  { resource: 'things', where: { state: { not_in: ['open', 'shut', 'ajar', null] } } },
  { resource: 'things', where: { data: { exists: 'a.c.x' } } },
  { resource: 'things', where: { data: { contains: { a: { c: 'q' } } } } },
  { resource: 'things', where: { score: -100 } },
  { resource: 'things', where: { box_id: 'axb' } },
  { resource: 'things', where: { state: 'opens' } },
  { resource: 'things', where: { id: all.boxes[0]?.id } },
  { resource: 'things', where: { box_id: all.things[0]?.id } },
  { resource: 'things', where: { id: 'cccccccc-0000-4000-8000-000000000000' } },
];

test('every sentence of every explanation is true, of random filters', {
  timeout: 60_000,
}, async () => {
  const mock = createMock({ schema: things, data: all as unknown as MockData<typeof things> });
  const checked = new Map<string, number>();
  const merged = (parts: readonly Where[]) => Object.assign({}, ...parts) as Where;
  const filters = fc
    .constantFrom<'things' | 'boxes'>('things', 'boxes')
    .chain((resource) =>
      fc
        .tuple(fc.array(wheresOf(resource, 2), { minLength: 1, maxLength: 3 }), fc.boolean())
        .map(([parts, isFlat]) => ({ resource, where: isFlat ? merged(parts) : { AND: parts } })),
    );
  let explained = 0;
  const drawn = fc.sample(filters, { seed: 20260107, numRuns: 400 });
  for (const { resource, where } of [...drawn, ...rare]) {
    mock.reset();
    const { body } = await ask(mock, `/${resource}`, { where: JSON.stringify(where) });
    const { explanation = [] } = mock.requests[0] ?? {};
    if (body.length > 0) continue;
    expect(explanation.length, JSON.stringify(where)).toBeGreaterThan(0);
    explained++;
    const rows = all[resource];
    const checker = new Checker({ resource, rows, where });
    for (const sentence of explanation) {
      const found = sentences.find(([pattern]) => new RegExp(pattern, 's').test(sentence));
      try {
        if (!found) throw new Error('no check for this sentence');
        const [pattern, check] = found;
        check(checker, [...(new RegExp(pattern, 's').exec(sentence) ?? [])]);
        checked.set(pattern, (checked.get(pattern) ?? 0) + 1);
      } catch (error) {
        throw new Error(
          `${resource} ${JSON.stringify(where)}\n${explanation.join('\n')}\nIN ${sentence}\n${(error as Error).message}`,
        );
      }
    }
  }
  expect(explained).toBeGreaterThan(150);
  expect(sentences.map(([pattern]) => pattern).filter((pattern) => !checked.has(pattern))).toEqual(
    [],
  );
});
