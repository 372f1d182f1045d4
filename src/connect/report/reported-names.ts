import { settings } from '../../dialect/settings.js';
import { comparators } from '../../schema/kinds.js';
import type { Resources } from '../../schema/resources.js';
import { didYouMean } from '../../values/did-you-mean.js';
import { namedSettings } from '../compare/alternatives.js';
import { differenceKinds, idOf } from '../compare/difference.js';
import { RANDOM } from '../queries/random-queries.js';
import { topicsOf } from '../queries/topics.js';

/** The kind of a field at the end of a difference. */
const KIND = new RegExp(`-(${Object.keys(comparators).join('|')})$`);

/** Whether a name is another one, or its beginning: `nulls` and `nulls.neq`, `like-a-part` and `like-a-part-string`. */
export const covers = (name: string, other: string): boolean =>
  other === name || other.startsWith(`${name}.`) || other.startsWith(`${name}-`);

/**
 * Creates a function that says what is wrong with the name of a setting or of a difference; `undefined` if a report may
 * have it.
 *
 * @example
 * nameChecker(schema)('nulsl') // => '`nulsl` is neither a setting nor a difference. Did you mean `nulls`?'
 */
export function nameChecker(schema: Resources): (name: string) => string | undefined {
  const ofFields = Object.keys(schema).map((resource) => idOf(`fields ${resource}`));
  const ofGaps = Object.entries(schema).flatMap(([resource, { relations }]) => [
    idOf(`no-rows ${resource}`),
    ...Object.keys(relations).map((relation) => idOf(`not-compared ${resource}.${relation}`)),
  ]);
  const scopes = Object.entries(schema).flatMap(([resource, { fields }]) =>
    Object.keys(fields).map((key) => `${resource}.${key}`),
  );
  const differences = [...topicsOf(schema), RANDOM].map(idOf);
  const names = new Set([
    ...namedSettings.flatMap(({ group, path }) => [group, path]),
    ...[...Object.keys(comparators), ...scopes].map((scope) => `comparators.${scope}`),
    ...differenceKinds,
    ...differences,
    ...differences.map((id) => id.replace(KIND, '')),
    ...ofFields,
    ...ofGaps,
  ]);
  return (name) => {
    // The service may have further fields.
    if (ofFields.some((beginning) => covers(beginning, name))) return undefined;
    if ([...names].some((known) => covers(name, known))) return undefined;
    const hint = didYouMean(name, names) || ` The settings are ${Object.keys(settings).join(', ')}.`;
    return `\`${name}\` is neither a setting nor a difference.${hint}`;
  };
}
