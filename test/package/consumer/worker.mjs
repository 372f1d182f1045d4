import * as client from 'payments-data-client';
import * as mock from 'payments-data-client/mock';
import { exercise } from './exercise.mjs';

export default {
  async test(_controller, { service }) {
    console.log(JSON.stringify(await exercise(client, mock, service)));
  },
};
