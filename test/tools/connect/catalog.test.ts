import { string } from 'payments-data-client';
import { describe, expect, test } from 'vitest';
import { requestDialect } from '../../../src/dialect/request-dialect.js';
import { ServiceQueries } from '../../../src/tools/connect/compare/service-queries.js';
import { abouts, catalogDrafts } from '../../../src/tools/connect/queries/catalog.js';
import { comparedRows } from '../../../src/tools/connect/queries/query.js';
import { createService } from '../../../src/tools/connect/service/live-service.js';
import { completeSample, payments } from './compare-server.js';

const rows = comparedRows(completeSample, 50);

describe('the catalog of queries', () => {
  test('has a query of each line that the rows can show, and no placeholder is left', () => {
    const drafts = catalogDrafts(rows, requestDialect({}));
    const made = new Set(drafts.map(({ about }) => about.replace(/ \([^)]*\)$/, '')));
    const missing = abouts.filter((about) => !made.has(about));
    // No row has an integer or a boolean, and no to-one relation can be filtered by.
    expect(missing.filter((about) => !/integer|boolean|on the related row/.test(about))).toEqual(
      [],
    );
    expect(drafts.filter(({ request }) => /\$\w/.test(JSON.stringify(request)))).toEqual([]);
  });

  test('orders by id and another field, also if the id is a text', () => {
    const schema = Object.fromEntries(
      Object.entries(payments).map(([name, resource]) => [
        name,
        { ...resource, fields: { ...resource.fields, id: string() } },
      ]),
    );
    const drafts = catalogDrafts(
      comparedRows({ ...completeSample, schema }, 50),
      requestDialect({}),
    );
    const orders = drafts.flatMap(({ about, request: { query } }) =>
      /^(order: asc|order: desc|pages: after a value)/.test(about)
        ? Object.keys(query?.orderBy ?? {})
        : [],
    );
    expect(orders.length).toBeGreaterThan(20);
    expect(orders.filter((name) => name === 'id').length).toBe(orders.length / 2);
  });

  test('and random queries have no longer URLs than the service accepts', () => {
    const maxUrlLength = 400;
    const baseUrl = 'https://api.example.com';
    const service = createService({ baseUrl, apiKey: 'a', dialect: { maxUrlLength } });
    const queries = new ServiceQueries(service, rows);
    const drawn = queries.draw(300);
    expect(drawn.length).toBeGreaterThan(100);
    const lengths = [...queries.catalog, ...drawn].map(
      ({ request, search }) => `${baseUrl}/v1${request.path}${search}`.length,
    );
    expect(Math.max(...lengths)).toBeLessThanOrEqual(maxUrlLength);
  });

  test('asks nothing with a parameter that the service lacks', () => {
    const drafts = catalogDrafts(rows, requestDialect({ parameters: { take: null } }));
    expect(drafts.filter(({ about }) => about.startsWith('parameters: take'))).toEqual([]);
  });
});
