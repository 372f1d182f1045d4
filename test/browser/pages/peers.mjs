import { QueryClient } from '@tanstack/query-core';
import { setupWorker } from 'msw/browser';
import { createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { mockHandlers } from 'payments-data-client/msw';
import { infiniteListQueryOptions, listQueryOptions } from 'payments-data-client/tanstack-query';
import { zodValidator } from 'payments-data-client/validation';
import { exercise } from '../../package/consumer-with-peers/programs/exercise.mjs';

const entries = {
  createClient,
  createMock,
  mockHandlers,
  infiniteListQueryOptions,
  listQueryOptions,
  zodValidator,
};

/** What a page has in the place of Node's server. */
function setupServer(...handlers) {
  const worker = setupWorker(...handlers);
  return {
    listen: (options) => worker.start({ ...options, quiet: true }),
    close: () => worker.stop(),
  };
}

globalThis.exercise = (service) => exercise(entries, { QueryClient, setupServer }, service);
