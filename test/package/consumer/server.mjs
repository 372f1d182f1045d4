import { createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { serveMock } from 'payments-data-client/mock/server';
import { apiKey, workspace } from './workspace.mjs';

const { url, close } = await serveMock(createMock(workspace));
const balances = await createClient({ baseUrl: url, apiKey }).balances.list();
await close();
console.log(balances.length);
