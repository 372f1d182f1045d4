import { expect, test } from 'vitest';
import { resolveDialect } from '../../../src/dialect/resolve-dialect.js';
import { alternativesTo, keyOf } from '../../../src/tools/connect/compare/alternatives.js';
import { Model } from '../../../src/tools/connect/compare/model.js';
import { ServiceQueries } from '../../../src/tools/connect/compare/service-queries.js';
import { comparedRows } from '../../../src/tools/connect/queries/query.js';
import { createService } from '../../../src/tools/connect/service/live-service.js';
import { completeSample } from './compare-server.js';

/** Alternatives that the sample data cannot show, or only beside another one. */
const notShown = [
  '["dates","microseconds"]',
  '["text.collation",{"ignores":["trailingSpaces"]}]',
  '["text.equality","collation"]',
  '["text.like","collation"]',
];

// A setting is written on the evidence of two responses: one query could differ for another reason.
test('at least two queries of the catalog tell each alternative from the default', () => {
  const service = createService({ baseUrl: 'https://api.example.com', apiKey: 'a' });
  const { candidates } = new ServiceQueries(service, comparedRows(completeSample, 50));
  const model = new Model(completeSample);
  const dialect = resolveDialect('connect');
  const tooFew = alternativesTo(dialect, [499]).filter((alternative) => {
    const changed = alternative.change(dialect);
    return candidates.filter((query) => model.separates(query, changed, dialect)).length < 2;
  });
  expect(tooFew.map(keyOf)).toEqual(notShown);
});
