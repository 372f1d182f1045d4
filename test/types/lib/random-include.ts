import type { Field } from '../../../src/schema/field.js';
import { type Resources, resourceOf } from '../../../src/schema/lookup.js';
import { printExpression } from './print-expression.js';
import type { Chance } from './random.js';
import { drawWhere } from './random-where.js';

/**
 * Part of an include: how it is written, and what it is for each outcome of the boolean variables
 * in it.
 */
export interface Drawn {
  readonly text: string;
  value(outcome: readonly boolean[]): unknown;
}

/** What a random include is drawn with. */
export interface IncludeDrawing {
  readonly schema: Resources;
  readonly chance: Chance;
  /** How many boolean variables, `v[0]` and so on, are in use. */
  variables: number;
  /**
   * Whether this is one of two includes. Then no spread is drawn: of a choice between literals with
   * spreads, the compiler widens the flags in some places and not in others, and so refuses some
   * that are right.
   */
  isInChoice: boolean;
}

/** A query whose include is added by a conditional spread: `{ ...(v[0] && { include: … }) }`. */
export function drawConditionalQuery(drawing: IncludeDrawing, include: Drawn): Drawn {
  const variable = drawing.variables++;
  return {
    text: `{ take: 50, ...(v[${variable}] && { include: ${include.text} }) }`,
    value: (outcome) => (outcome[variable] ? include.value(outcome) : undefined),
  };
}

/** At most so many variables: their outcomes are all looked at. */
const MOST_VARIABLES = 4;

/** A member of a level, or several under one condition. */
interface Member {
  readonly text: string;
  add(level: Record<string, unknown>, outcome: readonly boolean[]): void;
}

const constant = (value: unknown): Drawn => ({ text: printExpression(value), value: () => value });

const member = (key: string, drawn: Drawn): Member => ({
  text: `${key}: ${drawn.text}`,
  add: (level, outcome) => {
    level[key] = drawn.value(outcome);
  },
});

/** A choice by a new variable. Chosen only while there is room for one. */
function choose(drawing: IncludeDrawing, yes: Drawn, no: Drawn): Drawn {
  const variable = drawing.variables++;
  const isShort = yes.text === 'true' && no.text === 'undefined' && drawing.chance.happens(0.5);
  return {
    text: isShort ? `v[${variable}] || undefined` : `v[${variable}] ? ${yes.text} : ${no.text}`,
    value: (outcome) => (outcome[variable] ? yes : no).value(outcome),
  };
}

function flag(drawing: IncludeDrawing): Drawn {
  const variable = drawing.variables++;
  return { text: `v[${variable}]`, value: (outcome) => outcome[variable] };
}

/** A random include that `ValidInclude` accepts. */
function drawInclude(drawing: IncludeDrawing, name: string, levels: number): Drawn {
  const { chance, schema } = drawing;
  const { fields, relations } = resourceOf(schema, name);
  const members = chance.happens(0.08)
    ? []
    : [
        ...drawFlags(drawing, fields),
        ...Object.entries(relations)
          .filter(() => levels > 1 && chance.happens(0.8))
          .map(([key, { target }]) => drawRelation(drawing, key, target, levels)),
      ];
  const mixed = chance.sample(members, members.length);
  return {
    text: `{ ${mixed.map(({ text }) => text).join(', ')} }`,
    value: (outcome) => {
      const level = {};
      for (const one of mixed) one.add(level, outcome);
      return level;
    },
  };
}

function drawFlags(drawing: IncludeDrawing, fields: Readonly<Record<string, Field>>): Member[] {
  const { chance } = drawing;
  const twice = ['inclusion', 'exclusion'] as const;
  const form = chance.pick(['none', ...twice, ...twice, 'flag'] as const);
  const others = chance.sample(Object.keys(fields), 1 + chance.below(3));
  const keys = [...new Set([...(chance.happens(0.15) ? ['id'] : []), ...others])];
  if (form === 'none') return [];
  if (form === 'flag') {
    if (drawing.variables >= MOST_VARIABLES) return [];
    return [member(keys[0] ?? 'id', flag(drawing))];
  }
  return keys.map((key) => {
    const literal = constant(form === 'inclusion');
    if (chance.happens(0.1)) return member(key, constant(undefined));
    if (drawing.variables >= MOST_VARIABLES || !chance.happens(0.2)) return member(key, literal);
    return drawing.isInChoice || chance.happens(0.5)
      ? member(key, choose(drawing, literal, constant(undefined)))
      : spread(drawing, key, literal);
  });
}

/** `...(v[0] ? { key: … } : {})`, or `...(v[0] && { key: … })`. */
function spread(drawing: IncludeDrawing, key: string, drawn: Drawn): Member {
  const variable = drawing.variables++;
  const added = `{ ${key}: ${drawn.text} }`;
  return {
    text: drawing.chance.happens(0.5)
      ? `...(v[${variable}] ? ${added} : {})`
      : `...(v[${variable}] && ${added})`,
    add: (level, outcome) => {
      if (outcome[variable]) level[key] = drawn.value(outcome);
    },
  };
}

const withVariable = [
  'relation by a flag',
  'relation or undefined',
  'one of two relations',
] as const;

function drawRelation(
  drawing: IncludeDrawing,
  key: string,
  target: string,
  levels: number,
): Member {
  const { chance } = drawing;
  const object = () => drawInclude(drawing, target, levels - 1);
  const choice = () => {
    const drawn = drawArm(drawing, object);
    return isEmpty(drawn) ? constant(true) : drawn;
  };
  const trueOr = (draw: () => Drawn) => (chance.happens(0.5) ? constant(true) : draw());
  const hasRoom = drawing.variables < MOST_VARIABLES;
  const kind = chance.pick([
    'relation true',
    'relation false',
    ...Array<'relation as an object'>(4).fill('relation as an object'),
    'relation with a where',
    'relation with a where and include',
    ...(hasRoom ? withVariable : []),
    ...(hasRoom && !drawing.isInChoice ? (['relation in a spread'] as const) : []),
  ] as const);
  switch (kind) {
    case 'relation true':
      return member(key, constant(true));
    case 'relation false':
      return member(key, constant(false));
    case 'relation as an object':
      return member(key, object());
    case 'relation with a where':
      return member(key, constant({ where: drawFilter(drawing, target) }));
    case 'relation with a where and include':
      return member(key, filtered(drawFilter(drawing, target), object()));
    case 'relation by a flag':
      return member(key, flag(drawing));
    case 'relation or undefined':
      return member(key, choose(drawing, trueOr(object), constant(undefined)));
    case 'relation in a spread':
      return spread(drawing, key, trueOr(object));
    case 'one of two relations':
      return member(key, choose(drawing, choice(), trueOr(choice)));
  }
}

const filtered = (where: unknown, include: Drawn): Drawn => ({
  text: `{ where: ${printExpression(where)}, include: ${include.text} }`,
  value: (outcome) => ({ where, include: include.value(outcome) }),
});

const drawFilter = ({ schema, chance }: IncludeDrawing, name: string) =>
  drawWhere({ schema, chance, mutations: [] }, name, 2);

/**
 * Whether an include has no key. Beside one that has a spread in it, the compiler drops the latter
 * from a choice before any type sees it: `cond ? { name: true, ...more } : {}` is `{}` to it.
 */
const isEmpty = ({ text }: Drawn) => text === '{  }';

function drawArm(drawing: IncludeDrawing, draw: () => Drawn): Drawn {
  const before = drawing.isInChoice;
  drawing.isInChoice = true;
  const drawn = draw();
  drawing.isInChoice = before;
  return drawn;
}

/** A whole include: an object, or under a condition one of two, or perhaps none. */
export function drawWholeInclude(drawing: IncludeDrawing, name: string, levels: number): Drawn {
  const { chance } = drawing;
  if (!chance.happens(0.15)) return drawInclude(drawing, name, levels);
  const first = drawArm(drawing, () => drawInclude(drawing, name, levels));
  const other = drawArm(drawing, () => drawInclude(drawing, name, 2));
  if (isEmpty(first)) return first;
  const second = isEmpty(other) || chance.happens(0.4) ? constant(undefined) : other;
  return choose(drawing, first, second);
}
