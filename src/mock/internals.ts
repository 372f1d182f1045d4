import type { Faults } from './faults.js';
import type { ServiceParts } from './http/handle-request.js';
import type { RowWriter } from './rows/row-writer.js';
import type { Store } from './rows/store.js';

/** The parts of a mock that tools read and change, and that a `Mock` does not offer. */
export interface MockInternals extends ServiceParts {
  readonly writer: RowWriter;
  readonly faults: Faults;
  readonly allowParameters: readonly string[];
  /** Called after each `reset()`. */
  readonly resetListeners: Set<() => void>;
  /** Replaces all rows by those of another mock with the same schema, also for `reset`, but not the API keys. */
  replaceRows(other: Store): void;
}

/** Not members of a mock, so that code under test cannot reach them, and no secret can be printed. */
const internals = new WeakMap<object, MockInternals>();

export const setInternals = (mock: object, parts: MockInternals): void => void internals.set(mock, parts);

/** @returns `undefined` for anything but the object that `createMock` returned, such as a copy of it. */
export const internalsOf = (mock: object): MockInternals | undefined => internals.get(mock);
