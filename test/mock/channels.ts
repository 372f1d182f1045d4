import { setupServer } from 'msw/node';
import type { Mock } from 'payments-data-client/mock';
import { serveMock } from 'payments-data-client/mock/server';
import { mockHandlers } from 'payments-data-client/msw';

export interface Channel {
  readonly baseUrl: string;
  readonly send: typeof fetch;
  close(): void | Promise<void>;
}

/** Opens each channel on which requests are sent to a mock. */
export const channels: Record<string, (mock: Mock<never, never>) => Promise<Channel>> = {
  'in process': async (mock) => ({ baseUrl: mock.baseUrl, send: mock.fetch, close: () => {} }),
  'with MSW': async (mock) => {
    const server = setupServer(...mockHandlers(mock));
    server.listen();
    return {
      baseUrl: mock.baseUrl,
      send: (...call) => fetch(...call),
      close: () => server.close(),
    };
  },
  'on a port': async (mock) => {
    const { url, close } = await serveMock(mock);
    return { baseUrl: url, send: (...call) => fetch(...call), close };
  },
};
