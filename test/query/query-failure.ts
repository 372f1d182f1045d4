import { isQueryError } from '../../src/errors/usage-errors.js';

/** The message of the QueryError that an act throws. Fails where it throws nothing or something else. */
export function refusal(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (isQueryError(error) && error.message.startsWith(`${error.path}: `)) return error.message;
    throw error;
  }
  throw new Error('nothing was refused');
}
