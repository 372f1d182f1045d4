import type { JsonValue } from '../../schema/field.js';

/** A request that the mock has answered. */
export interface RecordedRequest {
  readonly method: string;
  /** Below the base URL, such as `/v1/balances`. */
  readonly path: string;
  /** The `where` as it was read; absent where there was none, or none that could be read. */
  readonly where?: JsonValue;
  /** The `include` as it was read. */
  readonly include?: JsonValue;
  /** The status that was answered, also where a fault then lost the answer; absent where there was no answer at all. */
  readonly status?: number;
  /** The id of the key, if it is one of the mock's; never the key itself. */
  readonly keyId?: string;
}
