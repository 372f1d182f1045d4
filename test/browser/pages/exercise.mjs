import * as client from 'payments-data-client';
import * as mock from 'payments-data-client/mock';
import { exercise } from '../../package/consumer/exercise.mjs';

globalThis.exercise = (service) => exercise(client, mock, service);
