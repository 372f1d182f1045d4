import type { Dialect } from 'payments-data-client';
import { isSetting } from '../../src/dialect/resolve-dialect.js';
import { settings } from '../../src/dialect/settings.js';

/** Every setting by its path, with the dialects of its alternatives. */
export const declaredSettings = Object.entries(settings).flatMap(([name, group]) => {
  const members = isSetting(group) ? [[undefined, group] as const] : Object.entries(group);
  return members.map(([member, { alternatives }]) => ({
    path: member === undefined ? name : `${name}.${member}`,
    dialects: Object.keys(alternatives).map((text): Dialect => {
      const value = valueNamed(text);
      return { [name]: member === undefined ? value : { [member]: value } };
    }),
  }));
});

/** The value that the name of an alternative stands for; `undefined` for a default that cannot be written. */
function valueNamed(text: string): unknown {
  if (text === 'undefined' || text === 'Infinity') return undefined;
  return /^(null|\d+|\{\})$/.test(text) ? JSON.parse(text) : text;
}
