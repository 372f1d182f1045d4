import process from 'node:process';
import { QueryClient } from '@tanstack/query-core';
import { setupServer } from 'msw/node';
import { createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { mockHandlers } from 'payments-data-client/msw';
import { infiniteListQueryOptions, listQueryOptions } from 'payments-data-client/tanstack-query';
import { zodValidator } from 'payments-data-client/validation';
import { exercise } from './exercise.mjs';

const entries = {
  createClient,
  createMock,
  mockHandlers,
  infiniteListQueryOptions,
  listQueryOptions,
  zodValidator,
};
console.log(JSON.stringify(await exercise(entries, { QueryClient, setupServer }, process.argv[2])));
