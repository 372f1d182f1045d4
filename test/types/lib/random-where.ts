import { quantifiers } from '../../../src/query/filter.js';
import type { Field } from '../../../src/schema/field.js';
import { type Comparator, comparators } from '../../../src/schema/kinds.js';
import { type Resources, resourceOf } from '../../../src/schema/lookup.js';
import type { OptionalMembers } from './print-expression.js';
import type { Chance } from './random.js';

/** A way to make a filter ill-typed: what it breaks, and how. */
export interface Mutation {
  readonly breaks: string;
  apply(): void;
}

/** What a random filter is drawn with. */
export interface WhereDrawing {
  readonly schema: Resources;
  readonly chance: Chance;
  /** Every place at which the filter can be broken. */
  readonly mutations: Mutation[];
  /** The members that are written under a condition; none without this. */
  readonly optional?: OptionalMembers;
}

type Level = Record<string, unknown>;

/** A random filter that fits `Where` and that means something. */
export function drawWhere(drawing: WhereDrawing, name: string, levels: number): Level {
  const { chance, mutations, schema } = drawing;
  const { fields, relations } = resourceOf(schema, name);
  const where: Level = {};
  for (const key of chance.sample(Object.keys(fields), 1 + chance.below(2))) {
    const field = fields[key];
    if (field) drawField(drawing, where, key, field);
  }
  for (const [key, { cardinality, target, filterable }] of Object.entries(relations)) {
    if (cardinality === 'one' && filterable) {
      if (levels === 1 || chance.happens(0.4)) continue;
      where[key] = drawWhere(drawing, target, levels - 1);
      mutations.push({
        breaks: 'a value for a relation',
        apply: () => (where[key] = chance.pick(['x', 1, true])),
      });
      mutations.push({ breaks: 'null for a relation', apply: () => (where[key] = null) });
    } else if (cardinality === 'one') {
      mutations.push({ breaks: 'to-one relation', apply: () => (where[key] = { id: 'x' }) });
    } else if (levels > 1 && chance.happens(0.6)) {
      const quantifier = chance.pick(quantifiers);
      where[key] = { [quantifier]: drawWhere(drawing, target, levels - 1) };
      mutations.push({ breaks: 'unknown quantifier', apply: () => (where[key] = { sme: {} }) });
    }
  }
  if (levels > 1 && chance.happens(0.5)) {
    const combinator = chance.pick(['AND', 'OR']);
    const count = chance.below(3);
    where[combinator] = Array.from({ length: count }, () => drawWhere(drawing, name, levels - 1));
    mutations.push({ breaks: 'combinator without a list', apply: () => (where[combinator] = {}) });
  }
  mutations.push({ breaks: 'unknown field', apply: () => (where.nmae = 'x') });
  return where;
}

function drawField(drawing: WhereDrawing, where: Level, key: string, field: Field) {
  const { chance, mutations } = drawing;
  const set = (breaks: string, value: unknown) =>
    mutations.push({ breaks, apply: () => (where[key] = value) });
  set('undefined operand', undefined);
  set('a value of another type', wrongValue(field));
  if (!field.nullable) set('null where there is none', null);
  if (field.kind !== 'json') set('a bare list', [operand(field, chance)]);
  if (field.kind !== 'json' && chance.happens(0.3)) {
    where[key] = field.nullable && chance.happens(0.3) ? null : operand(field, chance);
    return;
  }
  const comparison: Level = {};
  where[key] = comparison;
  if (field.kind !== 'json' && chance.happens(0.1)) return;
  for (const comparator of chance.sample(comparators[field.kind], 1 + chance.below(2))) {
    comparison[comparator] = operandOf(comparator, field, chance);
    if (drawing.optional && field.kind !== 'json' && chance.happens(0.2)) {
      const before = drawing.optional.get(comparison) ?? new Set();
      drawing.optional.set(comparison, before.add(comparator));
    }
    const breakIt = (breaks: string, value: unknown) =>
      mutations.push({ breaks, apply: () => (comparison[comparator] = value) });
    const broken = /in$/.test(comparator) ? operand(field, chance) : [1];
    if (field.kind !== 'json') breakIt('a list for a value or a value for a list', broken);
    breakIt('undefined operand', undefined);
    if (/^[gl]te?$|like|contains|exists/.test(comparator))
      breakIt('null for a comparator without null', null);
  }
  mutations.push({ breaks: 'unknown comparator', apply: () => (comparison.lke = 'x') });
  const known: readonly string[] = comparators[field.kind];
  const foreign = ['gt', 'like', 'exists', 'not_in'].filter(
    (comparator) => !known.includes(comparator),
  );
  const other = chance.pick(foreign);
  mutations.push({ breaks: "another kind's comparator", apply: () => (comparison[other] = 'x') });
}

/** A value that the field cannot be compared with. */
const wrongValue = ({ kind }: Field): unknown =>
  kind === 'number' || kind === 'integer' ? 'x' : kind === 'decimal' ? true : 1;

function operandOf(comparator: Comparator, field: Field, chance: Chance): unknown {
  switch (comparator) {
    case 'in':
    case 'not_in':
      return Array.from({ length: chance.below(3) }, () => operand(field, chance));
    case 'like':
      return 'a';
    case 'contains':
    case 'not_contains':
      return field.kind === 'json'
        ? { [chance.pick(['colour', 'size'])]: chance.pick([1, 'x', {}, null]) }
        : 'a';
    case 'exists':
    case 'not_exists':
      return chance.pick(['colour', 'size.width']);
    default:
      return operand(field, chance);
  }
}

/** A value that the field can have. */
function operand({ kind, values }: Field, chance: Chance): unknown {
  switch (kind) {
    case 'decimal':
      return chance.pick(['1.50', '-3', 12, 0.5, 5n]);
    case 'number':
    case 'integer':
      return chance.pick([0, -2, 7]);
    case 'boolean':
      return chance.happens(0.5);
    case 'date':
      return chance.pick(['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.000+02:00', new Date(0)]);
    case 'json':
      return chance.pick([{ a: [1, null] }, [1], 'x', 2, true]);
    default:
      return chance.pick([...values, 'other', '']);
  }
}
