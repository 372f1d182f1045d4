import { comparators } from '../../../src/schema/kinds.js';
import type { Resources } from '../../../src/schema/lookup.js';
import { type Chance, createChance } from './random.js';

/**
 * Functions that each send one query and read its rows on every level, as TypeScript.
 *
 * @param depth - How many levels lie below the first.
 * @param breadth - How probable each relation of a level is.
 */
export function writeQueries(
  schema: Resources,
  count: number,
  depth: number,
  breadth = 0.6,
): string {
  const chance = createChance(1);
  const names = Object.keys(schema).filter((name) => schema[name]?.operations.includes('list'));
  return Array.from({ length: count }, (_, index) => {
    const name = chance.pick(names);
    const reads = new Set<string>();
    const include = writeInclude({ schema, breadth, reads, chance }, name, depth, 'rows[0]!');
    const where = chance.happens(0.8) ? `where: ${writeWhere(schema, name, chance)}, ` : '';
    return `export async function q${index}() {
  const rows = await client.${name}.list({ ${where}include: ${include}, take: ${1 + chance.below(100)} });
  return [${[...reads].join(', ')}] as const;
}`;
  }).join('\n');
}

interface Writing {
  readonly schema: Resources;
  readonly breadth: number;
  readonly reads: Set<string>;
  readonly chance: Chance;
}

function writeInclude(writing: Writing, name: string, depth: number, row: string): string {
  const { schema, breadth, reads, chance } = writing;
  const { fields = {}, relations = {} } = schema[name] ?? {};
  const form = chance.pick(['row', 'inclusion', 'inclusion', 'exclusion']);
  const rest = Object.keys(fields).filter((field) => field !== 'id');
  const flags =
    form === 'row' ? [] : chance.sample(rest, 1 + chance.below(Math.min(7, rest.length - 1)));
  const parts = flags.map((field) => `${field}: ${form === 'inclusion'}`);
  reads.add(`${row}.${form === 'inclusion' ? flags[0] : 'id'}`);
  for (const [relation, { target, cardinality }] of Object.entries(relations)) {
    if (depth === 0 || !chance.happens(breadth)) continue;
    const related = `${row}.${relation}${cardinality === 'many' ? '[0]' : ''}!`;
    if (chance.happens(0.3)) {
      parts.push(`${relation}: true`);
      reads.add(`${related}.id`);
      continue;
    }
    const inner = writeInclude(writing, target, depth - 1, related);
    const isFiltered = cardinality === 'many' && chance.happens(0.5);
    parts.push(
      `${relation}: ${isFiltered ? `{ where: ${writeWhere(schema, target, chance)}, include: ${inner} }` : inner}`,
    );
  }
  return `{ ${parts.join(', ')} }`;
}

function writeWhere(schema: Resources, name: string, chance: Chance): string {
  const texts = Object.entries(schema[name]?.fields ?? {}).filter(
    ([, { kind }]) => kind === 'string' || kind === 'uuid',
  );
  const one = () => {
    const [field, { kind }] = chance.pick(texts);
    const comparator = chance.pick(['', ...comparators[kind]]);
    const text = `'${chance.below(1000)}'`;
    if (comparator === '') return `${field}: ${text}`;
    return `${field}: { ${comparator}: ${/in$/.test(comparator) ? `[${text}]` : text} }`;
  };
  return `{ ${one()}${chance.happens(0.35) ? `, OR: [{ ${one()} }, { id: '${chance.below(1000)}' }]` : ''} }`;
}
