import { isSetting } from '../dialect/resolve-dialect.js';
import type { Setting } from '../dialect/setting.js';
import { settings } from '../dialect/settings.js';
import { comparators } from '../schema/kinds.js';
import type { Resources } from '../schema/resources.js';
import { nearestName } from '../values/did-you-mean.js';
import { idOf } from './difference.js';
import { foreignTopic } from './filter-queries.js';
import { filterTemplates, foreignComparators } from './filter-templates.js';
import { RANDOM } from './random-queries.js';
import { logicTopics } from './relation-queries.js';

/** What differences are about whose other words depend on the rows. */
const AREAS = ['include', 'get', 'list', 'pages', 'order', 'where', 'parameters', 'paths', 'keys'];

/** The settings of a dialect and their groups: `nulls`, `nulls.neq`. */
const settingNames: readonly string[] = Object.entries<Setting | object>(settings).flatMap(([group, of]) => [
  group,
  ...(isSetting(of as Setting) ? [] : Object.keys(of).map((name) => `${group}.${name}`)),
]);

/**
 * Says what is wrong with the name of a setting or of a difference.
 *
 * @returns `undefined` if a report may have the name.
 * @example
 * checkReportedName('nulsl', schema) // => '`nulsl` is not a setting. Did you mean `nulls`?'
 */
export function checkReportedName(name: string, schema: Resources): string | undefined {
  const resources = Object.entries(schema);
  const fields = resources.flatMap(([resource, of]) =>
    Object.keys(of.fields).map((key) => `${resource}.${key}`),
  );
  const relations = resources.flatMap(([, of]) => Object.keys(of.relations).map(idOf));
  const topics = [
    ...filterTemplates.map(({ about }) => about),
    ...foreignComparators.map(([kind, comparator]) => foreignTopic(kind, comparator)),
    ...logicTopics,
    RANDOM,
  ].map(idOf);
  const names = [
    ...settingNames,
    ...[...Object.keys(comparators), ...fields].map((scope) => `comparators.${scope}`),
    ...topics,
  ];
  const beginnings = [
    ...relations.flatMap((relation) => [relation, `include.${relation}`, `get-include.${relation}`]),
    ...resources.map(([resource]) => idOf(`fields ${resource}`)),
  ];
  const begins = (beginning: string) =>
    name === beginning || name.startsWith(`${beginning}-`) || name.startsWith(`${beginning}.`);
  if (names.includes(name) || beginnings.some(begins)) return undefined;
  if (name === 'include' || AREAS.some((area) => name.startsWith(`${area}-`))) return undefined;
  const near = nearestName(name, [...names, ...beginnings]);
  const kind = name.includes('-') ? 'a setting or a difference' : 'a setting';
  return `\`${name}\` is not ${kind}.${near === undefined ? ` The settings are ${Object.keys(settings).join(', ')}.` : ` Did you mean \`${near}\`?`}`;
}
