/**
 * Whether a value is a UUID of any version, in upper or lower case. Use it to validate user input: some services reject
 * other ids.
 *
 * @example
 * isUuid('6f1c2f0e-7a53-4c8e-9d59-0f0d8d8f3b11') // => true
 */
export const isUuid = (value: unknown): boolean =>
  typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value);
