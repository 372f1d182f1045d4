import type { Dialect } from 'payments-data-client';
import { alternativeValue, namedSettings } from '../../src/tools/named-settings.js';

/** Every setting by its path, with the dialects of its alternatives. */
export const declaredSettings = namedSettings.map(({ group, name, path, alternatives }) => ({
  path,
  dialects: Object.keys(alternatives).map((text): Dialect => {
    const value = alternativeValue(text);
    if (value === Number.POSITIVE_INFINITY) return {};
    return { [group]: name === undefined ? value : { [name]: value } };
  }),
}));
