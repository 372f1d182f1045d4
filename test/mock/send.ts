import type { SchemaShape } from 'payments-data-client';
import { createMock, type Mock, type MockData, type MockOptions } from 'payments-data-client/mock';
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

/** A mock of {@link things} with the given rows only. It accepts URLs of up to 1 MiB. */
export const mockOfThings = (
  data: MockData<typeof things>,
  options: Pick<MockOptions, 'dialect' | 'allowParameters'> = {},
) =>
  createMock({
    schema: things,
    data,
    ...options,
    dialect: { maxUrlLength: 2 ** 20, ...options.dialect },
  });

/**
 * Creates a function that returns the names of the things that match a `where`, or the error
 * message.
 *
 * @example
 * const names = namesOf([{ name: 'a', text: null }]);
 * await names('text:null') // => ['a']
 */
export function namesOf(
  rows: NonNullable<MockData<typeof things>['things']>,
  options?: Parameters<typeof mockOfThings>[1],
) {
  const mock = mockOfThings({ things: rows }, options);
  return async (where: string): Promise<string[] | string> => {
    const { status, body } = await ask(mock, '/things', { where, include: 'name:true' });
    return status === 200 ? body.map(({ name }: { name: string }) => name) : body.errors[0];
  };
}
