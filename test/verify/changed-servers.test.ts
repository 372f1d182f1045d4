import { createMock, type Mock } from 'payments-data-client/mock';
import { beforeAll, describe, expect, test } from 'vitest';
import { probes } from '../../src/verify/probes.js';
import { changedServers } from './changed-servers.js';
import { changeFilters, usualTest } from './servers/change-filters.js';
import { changeIncludedRows } from './servers/change-included-rows.js';
import { changeOrder } from './servers/change-order.js';
import { changeSelection } from './servers/change-selection.js';
import { changeSentJson } from './servers/change-sent-json.js';
import { type Change, type StatedRequest, startServer } from './servers/changed-server.js';
import { comparatorServers } from './servers/comparator-servers.js';
import { changeParameters } from './servers/service-query.js';

type Service = Pick<Mock, 'baseUrl' | 'fetch'> & { readonly apiKey: string };

/** The status and the text of a response. */
async function respond({ baseUrl, fetch, apiKey }: Service, stated: StatedRequest) {
  const { path, authorization = (key: string) => `APIKey ${key}` } =
    typeof stated === 'string' ? { path: stated } : stated;
  const header = authorization(apiKey);
  const headers = header === undefined ? {} : { authorization: header };
  const response = await fetch(`${baseUrl}/v1${path}`, { headers });
  return { status: response.status, body: await response.text() };
}

const requests = changedServers.flatMap(({ shownBy, keeps }) => [shownBy, ...keeps]);

describe('a changed server', () => {
  test('has a name of its own', () => {
    const names = changedServers.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(25);
  });

  // A probe that no server makes differ could be one that cannot differ.
  test('is there for every probe', () => {
    const shown = new Set([...changedServers, ...comparatorServers].flatMap(({ differs }) => differs));
    expect(probes.map(({ id }) => id).filter((id) => !shown.has(id))).toEqual([]);
    const ids = new Set(probes.map(({ id }) => id));
    expect([...shown].filter((id) => !ids.has(id))).toEqual([]);
  });

  test.each(changedServers)('that $name shows it, and keeps the rest', async (server) => {
    const changed = startServer(server);
    const { apiKey, baseUrl } = changed;
    const usual = createMock();
    const service = { baseUrl, apiKey: usual.clientOptions.apiKey, fetch: usual.fetch };
    expect(await respond(changed, server.shownBy)).not.toEqual(await respond(service, server.shownBy));
    for (const request of server.keeps)
      expect(await respond(changed, request), JSON.stringify(request)).toEqual(
        await respond(service, request),
      );
    expect(apiKey).toBe(usual.clientOptions.apiKey);
  });
});

describe('the ways to change a server change nothing by themselves:', { timeout: 60_000 }, () => {
  const usual = new Map<StatedRequest, ReturnType<typeof respond>>();
  beforeAll(() => {
    const { clientOptions } = createMock();
    for (const request of new Set(requests)) usual.set(request, respond({ ...clientOptions }, request));
  });

  const ways: Record<string, Change> = {
    // Every comparison is evaluated by the rules, outside of the mock.
    changeFilters: changeFilters({ comparison: usualTest }),
    changeIncludedRows: changeIncludedRows(() => {}),
    changeOrder: changeOrder({}),
    changeSelection: changeSelection({}),
    changeSentJson: changeSentJson({}),
    changeParameters: changeParameters(() => {}),
  };

  test.each(Object.entries(ways))('%s', async (_, change) => {
    const changed = startServer({ change });
    const differences: unknown[] = [];
    for (const [request, expected] of usual) {
      // A parameter that is given twice is written once.
      if (typeof request === 'string' && /where=.*where=/.test(request)) continue;
      const [left, right] = [await respond(changed, request), await expected];
      if (left.status !== right.status || left.body !== right.body) differences.push(request);
    }
    expect(differences).toEqual([]);
  });
});
