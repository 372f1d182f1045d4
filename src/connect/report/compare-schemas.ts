import type { Resources } from '../../schema/resources.js';
import { own } from '../../values/plain-object.js';
import { flat, printPath } from '../../values/print-code.js';
import { fieldCode, relationCode } from './print-schema.js';

/**
 * What of a schema the rows of a service contradict: a field or a relation that is not returned, or that has another
 * kind, another target, or null where the schema says that it has none. Further fields and values contradict
 * nothing.
 *
 * @param inferred - Inferred from the rows as an extension of the schema.
 * @returns Lines such as `balances.amount: decimal() -> nullable(decimal())`.
 */
export function findContradictions(schema: Resources, inferred: Resources): string[] {
  return Object.entries(schema).flatMap(([name, { fields, relations }]) => {
    const now = own(inferred, name);
    const compare = <Member>(
      old: { readonly [name: string]: Member },
      current: { readonly [name: string]: Member } = {},
      print: (member: Member) => string,
    ) =>
      Object.entries(old).flatMap(([key, member]) => {
        const after = own(current, key);
        if (after === member) return [];
        const [left, right] = [print(member), after === undefined ? 'not returned' : print(after)];
        return left === right ? [] : [`${printPath([name, key])}: ${left} -> ${right}`];
      });
    return [
      // The values of enumerations are suggestions.
      ...compare(fields, now?.fields, (field) => flat(fieldCode({ ...field, values: [] }))),
      ...compare(relations, now?.relations, (relation) => flat(relationCode(relation))),
    ];
  });
}
