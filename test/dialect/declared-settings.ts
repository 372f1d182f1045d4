import type { Dialect } from 'payments-data-client';
import { isSetting } from '../../src/dialect/resolve-dialect.js';
import { alternativeValue } from '../../src/dialect/setting.js';
import { settings } from '../../src/dialect/settings.js';

/** Every setting by its path, with the dialects of its alternatives. */
export const declaredSettings = Object.entries(settings).flatMap(([name, group]) => {
  const members = isSetting(group) ? [[undefined, group] as const] : Object.entries(group);
  return members.map(([member, { alternatives }]) => ({
    path: member === undefined ? name : `${name}.${member}`,
    dialects: Object.keys(alternatives).map((text): Dialect => {
      const value = alternativeValue(text);
      if (value === Number.POSITIVE_INFINITY) return {};
      return { [name]: member === undefined ? value : { [member]: value } };
    }),
  }));
});
