import { createMock } from 'payments-data-client/mock';
import { describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/create-client.js';
import { defaultSelection, parseInclude } from '../../src/query/include.js';
import { QueryNode } from '../../src/query/query-node.js';
import type { Resources } from '../../src/schema/lookup.js';
import { paymentsSchema } from '../../src/schema/payments-schema.js';
import { complain, createProgram } from './lib/compiler.js';
import { createChance } from './lib/random.js';
import {
  type Drawn,
  drawConditionalQuery,
  drawWholeInclude,
  type IncludeDrawing,
} from './lib/random-include.js';
import {
  merge,
  misfits,
  printShape,
  type RowShape,
  shapeOfSelection,
  shapeOfType,
} from './lib/row-shape.js';

const schema: Resources = { ...paymentsSchema };
const lists = ['balances', 'accounts', 'transactions', 'transactionLines'] as const;
const COUNT = 1_800;
const LEVELS = 4;

interface Case {
  readonly name: string;
  /** What the value of an include is, and how it is written: as an include, or as a query. */
  readonly include: Drawn;
  readonly isQuery: boolean;
  /** Every combination of the variables in it. */
  readonly outcomes: readonly (readonly boolean[])[];
}

const cases = Array.from({ length: COUNT }, (_, index): Case => {
  const name =
    lists[index % 10 < 4 ? 0 : index % 10 < 8 ? 1 : index % 10 < 9 ? 2 : 3] ?? 'balances';
  const drawing: IncludeDrawing = {
    schema,
    chance: createChance(index + 1),
    variables: 0,
    isInChoice: false,
  };
  const whole = drawWholeInclude(drawing, name, LEVELS);
  const isQuery = index % 9 === 1;
  const include = isQuery ? drawConditionalQuery(drawing, whole) : whole;
  const { variables } = drawing;
  const outcomes = Array.from({ length: 2 ** variables }, (_, bits) =>
    Array.from({ length: variables }, (_, place) => (bits & (1 << place)) !== 0),
  );
  return { name, include, isQuery, outcomes };
});

/** Each third include goes through a function that is generic in its include. */
function callOf({ name, include: { text }, isQuery }: Case, index: number): string {
  if (isQuery) return `client.${name}.list(${text})`;
  return index % 3 === 0 ? `load.${name}(${text})` : `client.${name}.list({ include: ${text} })`;
}

const file = `import { createClient, type Include } from 'payments-data-client';
const client = createClient({ baseUrl: 'https://api.example.com', apiKey: 'key' });
declare const v: boolean[];
const load = { ${lists
  .map(
    (name) =>
      `${name}: <const Chosen extends Include<'${name}'> | undefined>(include: Chosen) => client.${name}.list({ include })`,
  )
  .join(', ')} };
${cases.map((drawn, index) => `export const c${index} = ${callOf(drawn, index)};`).join('\n')}`;

/** What the compiler says of the file, and what the rows of each case are. */
function compileCases(options: object) {
  const { typescript, program, file: source, checker } = createProgram('6.0', file, options);
  const promised = source.statements.slice(4).map((statement): RowShape => {
    if (!typescript.isVariableStatement(statement)) throw new Error('A case is no constant.');
    const [declaration] = statement.declarationList.declarations;
    const list = declaration && checker.getAwaitedType(checker.getTypeAtLocation(declaration.name));
    const row = list && checker.getIndexTypeOfType(list, typescript.IndexKind.Number);
    if (!row) throw new Error('A case is no list.');
    return shapeOfType(typescript, checker, row);
  });
  const refused = program.getSemanticDiagnostics(source).map(({ start = 0, messageText }) => {
    const line = file.slice(0, start).split('\n').length - 1;
    return `${file.split('\n')[line]}\n${typescript.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
  return { promised, refused };
}

const { promised, refused } = compileCases({ noUncheckedIndexedAccess: false });

const selectionOf = ({ name, include }: Case, outcome: readonly boolean[]) => {
  const value = include.value(outcome);
  return value === undefined
    ? defaultSelection(schema, name)
    : parseInclude(schema, name, new QueryNode('include', value)).selection;
};

/** The shortest of some findings, which is the easiest to read. */
const shortest = (findings: readonly string[]) =>
  [...findings].sort((one, two) => one.length - two.length)[0];

describe(`Of ${COUNT} random includes`, { timeout: 120_000 }, () => {
  it('the compiler accepts each', () => {
    expect(shortest(refused)).toBeUndefined();
  });

  it('TypeScript 7.0 accepts each', () => {
    expect(complain('7.0', file, { noUncheckedIndexedAccess: false })).toEqual([]);
  });

  it('the compiler promises exactly what the check before sending selects', () => {
    const found = cases.flatMap((one, index) => {
      const selected = merge(
        one.outcomes.map((outcome) => shapeOfSelection(schema, selectionOf(one, outcome))),
      );
      const [expected, actual] = [printShape(selected), printShape(promised[index] ?? new Map())];
      return expected === actual
        ? []
        : [`${one.name} ${one.include.text}\nselected ${expected}\npromised ${actual}`];
    });
    expect(shortest(found)).toBeUndefined();
  });

  it('the compiler promises the same without exactOptionalPropertyTypes', () => {
    const options = { noUncheckedIndexedAccess: false, exactOptionalPropertyTypes: false };
    const strict = compileCases(options);
    expect(shortest(strict.refused)).toBeUndefined();
    const found = promised.flatMap((shape, index) => {
      const [expected, actual] = [
        printShape(shape),
        printShape(strict.promised[index] ?? new Map()),
      ];
      return expected === actual ? [] : [`${cases[index]?.include.text}\n${expected}\n${actual}`];
    });
    expect(shortest(found)).toBeUndefined();
  });

  it('each row that the mock answers is of the promised type', async () => {
    const client = createClient(createMock().clientOptions);
    const listOf: Record<string, (query: object) => PromiseLike<unknown[]>> = {
      balances: (query) => client.balances.list(query),
      accounts: (query) => client.accounts.list(query),
      transactions: (query) => client.transactions.list(query),
      transactionLines: (query) => client.transactionLines.list(query),
    };
    const found: string[] = [];
    let rows = 0;
    for (const [index, one] of cases.entries()) {
      for (const outcome of createChance(index).sample(one.outcomes, 2)) {
        const include: unknown = one.include.value(outcome);
        const answer: unknown[] = (await listOf[one.name]?.({ include })) ?? []; // checked above, by the compiler
        const wrong = answer.flatMap((row) => misfits(row, promised[index] ?? new Map()));
        rows += answer.length;
        if (wrong.length > 0) found.push(`${one.name} ${one.include.text}\n${wrong[0]}`);
      }
    }
    expect(shortest(found)).toBeUndefined();
    expect(rows).toBeGreaterThan(COUNT);
  });
});
