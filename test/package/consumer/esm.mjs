import process from 'node:process';
import * as client from 'payments-data-client';
import * as mock from 'payments-data-client/mock';
import { exercise } from './exercise.mjs';

console.log(JSON.stringify(await exercise(client, mock, process.argv[2])));
