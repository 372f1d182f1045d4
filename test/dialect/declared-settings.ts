import type { Dialect } from 'payments-data-client';
import { collations } from '../../src/tools/connect/compare/alternatives.js';
import { namedSettings } from '../../src/tools/named-settings.js';

/** Some values of the settings that have no fixed list of them. */
const someValues: Readonly<Record<string, readonly unknown[]>> = {
  envelope: [undefined, 'data', null],
  'parameters.page': ['page', null],
  'pageSize.default': [100, Number.POSITIVE_INFINITY],
  'pageSize.max': [100, Number.POSITIVE_INFINITY],
  'rejections.query': [400, 422],
  'rejections.credentials': [401, 403],
  'rejections.id': [400, 404],
  'text.collation': collations,
  'order.default': ['insertion', 'id', { created_at: 'desc' }],
  'order.related': ['insertion', 'id', { created_at: 'desc' }],
};

/** Every setting with its values. */
export const declaredSettings = namedSettings.map((declared) => {
  const { group, name, path, setting } = declared;
  const usual = group === 'parameters' ? [setting.default, null] : [setting.default];
  const values = someValues[path] ?? setting.names ?? usual;
  const dialects = values.map((value): Dialect => {
    if (value === Number.POSITIVE_INFINITY) return {};
    return { [group]: name === undefined ? value : { [name]: value } };
  });
  return { ...declared, values, dialects };
});
