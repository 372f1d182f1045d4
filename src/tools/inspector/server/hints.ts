import type { ResolvedDialect } from '../../../dialect/dialect.js';
import type { ComparisonNode, FilterNode } from '../../../query/filter-node.js';
import type { JsonValue } from '../../../schema/field.js';
import { didYouMean } from '../../../values/did-you-mean.js';
import { quote } from '../../../values/print-code.js';

/** Why a filter that is valid probably matches no row: a hint for each value that no row has by the schema. */
export function emptyHints(filter: FilterNode | undefined, { text }: ResolvedDialect): string[] {
  const hints = (node: FilterNode): string[] => {
    switch (node.kind) {
      case 'and':
      case 'or':
        return node.filters.flatMap(hints);
      case 'relation':
        return hints(node.filter);
      case 'comparison':
        return comparisonHints(node, text.wildcards === 'none');
    }
  };
  return filter ? [...new Set(hints(filter))] : [];
}

function comparisonHints(
  { op, name, field: { values }, operand }: ComparisonNode,
  isLiteral: boolean,
): string[] {
  const texts = textsIn(operand);
  if (op === 'like' && isLiteral)
    return texts.flatMap((text) => {
      if (!text.includes('%')) return [];
      const without = quote(text.replaceAll('%', ''));
      return `\`${name}\`: % is no wildcard of \`like\`, so ${quote(text)} only matches a percent sign. Try ${without}.`;
    });
  if (values.length === 0 || (op !== 'eq' && op !== 'in')) return [];
  return texts
    .filter((text) => !values.includes(text))
    .map(
      (text) =>
        `\`${name}\`: the schema does not list ${quote(text)}.${didYouMean(text, values)} The listed values are ${values.join(', ')}.`,
    );
}

const textsIn = (operand: JsonValue): string[] =>
  [operand].flat().filter((value): value is string => typeof value === 'string');
