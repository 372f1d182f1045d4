import { describe, expect, test } from 'vitest';
import { paymentsSchema } from '../../../src/schema/payments-schema.js';
import { withoutDelays } from '../../fixtures/without-delays.js';
import { type AnyFetch, connectTo, type Run, services } from './run-connect.js';

withoutDelays();

/** Each claim of a module as a line, such as `balances.rating: {"kind":"number", …}`. */
function claimsOf({ connected: { schema, dialect } }: Pick<Run, 'connected'>): string[] {
  const parameters = Object.entries(dialect.parameters ?? {});
  // A cursor in the envelope is known with its parameter only.
  const { envelope } = dialect;
  const rows = typeof envelope === 'object' ? envelope?.rows : envelope;
  const members = Object.entries({ ...dialect, envelope: rows, parameters: undefined });
  return [
    ...[...parameters, ...members].flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}: ${JSON.stringify(value)}`],
    ),
    ...Object.entries(schema).flatMap(([name, { path, operations, fields, relations }]) => [
      ...[`${name} at ${path}`, ...operations.map((operation) => `${name} has ${operation}`)],
      ...Object.entries({ ...fields, ...relations }).map(
        ([key, field]) => `${name}.${key}: ${JSON.stringify(field)}`,
      ),
    ]),
  ];
}

/** What a module may say although nothing was asked: what the payments schema says. */
const unasked = claimsOf({
  connected: { schema: { ...paymentsSchema }, dialect: {} },
} as unknown as Run);

/** The claims that are false, and what is removed although the service has it. */
function falseClaims(run: Run, undisturbed: Run): string[] {
  const [now, right] = [claimsOf(run), claimsOf(undisturbed)];
  const nameOf = (line: string) => line.replace(/:.*/, '');
  const [names, unaskedNames] = [new Set(now.map(nameOf)), new Set(unasked.map(nameOf))];
  // Without an answer, values are text, of which nothing is proven.
  const isDoubtful = (line: string) =>
    line.includes('"kind":"string"') &&
    right.some((each) => each.startsWith(`${nameOf(line)}: {"kind":"enumeration"`));
  return [
    ...now.filter((line) => !right.includes(line) && !unasked.includes(line) && !isDoubtful(line)),
    ...right.map(nameOf).filter((name) => unaskedNames.has(name) && !names.has(name)),
  ];
}

describe.each(Object.entries(services))('at service %s', (name, create) => {
  const fetch = (url: string, init: RequestInit) => create().fetch(url, init);
  const undisturbed = connectTo(fetch);

  test('a quota at each tenth request ends the run with its reason', async () => {
    const { requests } = await undisturbed;
    for (let quota = 5; quota < requests; quota += 10) {
      let count = 0;
      const limited: AnyFetch = async (url, init) => {
        if (++count <= quota) return fetch(url, init);
        const headers = { 'retry-after': '3600' };
        return Response.json({ detail: 'quota' }, { status: 429, headers });
      };
      await expect(connectTo(limited)).rejects.toThrow(
        /failed: 429 Too Many Requests.* Wait 3600 s before you retry\.$/,
      );
      expect([quota, count - quota <= 4]).toEqual([quota, true]);
    }
  });

  test('whatever else begins at each thirtieth request, nothing false is written', async () => {
    const { requests } = await undisturbed;
    for (let start = 5; start < requests; start += 30)
      for (const status of [400, 403, 404, 500, 0]) {
        let count = 0;
        const broken: AnyFetch = async (url, init) => {
          if (++count <= start) return fetch(url, init);
          if (status === 0) throw new TypeError('reset');
          return Response.json({ detail: 'no' }, { status, headers: { 'retry-after': '0' } });
        };
        const run = await connectTo(broken).catch(({ name }: Error) => name);
        // At the end of a run, too few requests are left to end it.
        const claims = typeof run === 'string' ? [] : falseClaims(run, await undisturbed);
        expect([start, status, claims]).toEqual([start, status, []]);
        if (start < requests - 20) expect(run).toMatch(/^(Stopped|NoReply|Unusable)Error$/);
      }
  });

  test('a question that is lost, by an outage or a firewall, makes nothing false', async ({
    skip,
  }) => {
    skip(name !== 'd', 'the questions are the same');
    const asked = new Set<string>();
    const first = await connectTo((url, init) => {
      asked.add(url);
      return fetch(url, init);
    });
    const outcomes = new Map<string, number>();
    const step = Number(process.env.LOST ?? 3); // 1 for all of them
    const lostUrls = [...asked].filter((_, index) => index < 30 || index % step === 0);
    for (const [index, lost] of lostUrls.entries()) {
      const status = index % 2 === 0 ? 500 : 403;
      const losing: AnyFetch = async (url, init) =>
        url === lost ? Response.json({}, { status }) : fetch(url, init);
      const run = await connectTo(losing).catch(({ name }: Error) => name);
      const outcome = typeof run === 'string' ? run : 'a module';
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      const url = decodeURIComponent(lost);
      if (typeof run !== 'string') expect([url, falseClaims(run, first)]).toEqual([url, []]);
    }
    console.log(
      `${lostUrls.length} of ${asked.size} questions, each lost in a run:`,
      Object.fromEntries(outcomes),
    );
    expect(outcomes.get('a module')).toBeGreaterThan(lostUrls.length / 2);
  }, 900_000);
});
