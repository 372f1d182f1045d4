import { expect } from 'vitest';
import { compareServer } from './compare-server.js';
import type { ChangedServer } from './servers/changed-server.js';

/** The settings that explain a change, wholly or in part. */
const explainedBy: Readonly<Record<string, readonly string[]>> = {
  'ignores letter case in like': ['text.like'],
  'ignores letter case in eq and in': ['uuids'],
  'sorts text by the rules of a language': ['text.collation'],
  'ignores letter case when it sorts text': ['text.collation'],
  'rejects lists of values': ['comparators.uuid', 'comparators.string', 'comparators.decimal'],
  'matches not_contains exactly if contains does not match': ['json.notContains'],
  'ignores unknown fields in filters': ['unknown.where'],
  'ignores unknown comparators': ['unknown.comparators'],
  'ignores unknown names in order_by': ['unknown.orderBy'],
  'sends 501 in place of 400': ['rejections.query'],
  'compares dates as text': ['dates'],
  'rejects contains on text': ['comparators.string', 'comparators.uuid', 'comparators.decimal'],
  'does not match null with neq and not_in, as SQL': [
    'nulls.neq',
    'nulls.notIn',
    'nulls.notContains',
  ],
  'matches every row with an empty in': ['empty.in'],
  'rejects an empty in': ['empty.in'],
  'matches no row with an empty not_in': ['empty.notIn'],
  'rejects an empty OR': ['empty.or'],
  'matches every row with an empty OR': ['empty.or'],
  'rejects an empty filter of related rows': ['empty.quantifier'],
  'does not match null with not_contains of JSON, as SQL': ['nulls.jsonNotContains'],
  'does not match null with not_exists, as SQL': ['nulls.jsonNotExists'],
  'compares whole arrays in contains': ['json.arrays'],
  'finds no key that holds null with exists': ['json.exists'],
  'rejects unknown values of enumerations': ['enumerations.values'],
  'rejects filters on fields without an index': ['comparators.transactions.route_id'],
  'rejects filters on fields that are usually null': ['comparators.balances.archived_at'],
  'rejects filters on computed fields': ['computed.where'],
  'rejects like on decimals': ['comparators.decimal'],
  'rejects contains on JSON': ['comparators.balances.variables'], // the only JSON field
  'rejects not_contains on JSON': ['comparators.balances.variables'], // the only JSON field
  'rejects exists on JSON': ['comparators.balances.variables'], // the only JSON field
  'rejects not_exists on JSON': ['comparators.balances.variables'], // the only JSON field
  'ignores comparators of other kinds of fields': ['unknown.comparators'],
  'puts nulls first in asc and last in desc, as MySQL': ['order.nulls'],
  'puts nulls last in desc too': ['order.nulls'],
  'sends 403 in place of 401': ['rejections.credentials'],
  'sends 422 in place of 400': ['rejections.query'],
  'sends 200 with errors in place of 400': ['rejections.query'],
  'sends 200 and null for an unknown id': ['rejections.id'],
  'ignores unknown parameters': ['unknown.parameters'],
};

/** Changes that this comparison does not show, and why. */
const notShown: Readonly<Record<string, string>> = {
  'reverses an order_by without a direction': 'clients always send it',
  'orders equal rows by their ids': 'measured',
  'returns lists without order_by in the order of their ids':
    'lists without an order are not compared',
  'ignores where for a single row': 'clients never send it',
  'keeps + in a query as a plus sign': 'clients encode spaces in another way',
  'distinguishes upper and lower case in the scheme': 'clients send it as specified',
  'returns further fields of accounts by default': 'found when rows are sampled',
  'rejects URLs of more than 2 kB': 'measured',
  'rejects URLs of more than 4 kB': 'measured',
  'wraps bodies in result': 'both forms are read',
  'sends error bodies of the form { error: { message } }': 'measured',
  'sends error bodies of the form { detail }': 'measured',
  'sends error bodies of plain text': 'measured',
  'sends another body with 401': 'measured',
  'accepts filters on to-one relations': 'clients reject it',
  'ignores null for fields that are never null': 'clients reject it',
  'writes bodies with line breaks and other headers': 'harmless',
};

/** Compares a service, and expects its change among the settings or the differences. */
export async function expectNoticed(
  server: Pick<ChangedServer, 'name' | 'mock' | 'change'>,
): Promise<void> {
  const { causes, differences } = await compareServer(server);
  const names = causes.map(({ setting }) => setting);
  if (server.name in notShown) expect([...names, ...differences]).toEqual([]);
  else if (explainedBy[server.name])
    expect(names).toEqual(expect.arrayContaining([...(explainedBy[server.name] ?? [])]));
  else expect(differences.length).toBeGreaterThan(0);
}
