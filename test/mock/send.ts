import type { Dialect, SchemaShape } from 'payments-data-client';
import { createMock, type Mock, type MockData } from 'payments-data-client/mock';
import { things } from './things.js';

/** A parsed response. */
export interface Asked {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked at member by member
  readonly body: any;
  readonly headers: Headers;
}

/** Sends a request with the mock's own key. `parameters` are encoded; a string is sent as it is. */
export async function ask<Schema extends SchemaShape<Schema>>(
  {
    baseUrl,
    fetch,
    clientOptions,
  }: Pick<Mock<Schema, string | null>, 'baseUrl' | 'fetch' | 'clientOptions'>,
  path: string,
  parameters: Readonly<Record<string, string>> | string = {},
  init: RequestInit = {},
): Promise<Asked> {
  const search =
    typeof parameters === 'string'
      ? parameters
      : Object.entries(parameters)
          .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
          .join('&');
  const response = await fetch(`${baseUrl}/v1${path}${search && '?'}${search}`, {
    ...init,
    headers: { Authorization: `APIKey ${clientOptions.apiKey}`, ...init.headers },
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text === '' ? undefined : JSON.parse(text),
    headers: response.headers,
  };
}

/** The rows with ids in their order, because a list without an order is in the order of its ids. */
const numbered = <Row extends object>(rows: readonly Row[] | undefined) =>
  rows?.map((row, index) => ({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    ...row,
  }));

/** A mock of {@link things} with these rows only. It accepts URLs of up to 1 MiB. */
export const mockOfThings = (data: MockData<typeof things>, dialect: Dialect = {}) =>
  createMock({
    schema: things,
    data: { ...data, boxes: numbered(data.boxes), things: numbered(data.things) },
    dialect: { maxUrlLength: 2 ** 20, ...dialect },
  });

/**
 * Creates a function that returns the names of the things that match a `where`, or the error
 * message.
 *
 * @example
 * const names = namesOf([{ name: 'a', text: null }]);
 * await names('text:null') // => ['a']
 */
export function namesOf(rows: NonNullable<MockData<typeof things>['things']>, dialect?: Dialect) {
  const mock = mockOfThings({ things: rows }, dialect);
  return async (where: string): Promise<string[] | string> => {
    const { status, body } = await ask(mock, '/things', { where, include: 'name:true' });
    return status === 200 ? body.map(({ name }: { name: string }) => name) : body.errors[0];
  };
}
