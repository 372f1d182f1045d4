/**
 * Milliseconds since 1970 of an ISO 8601 date, which is midnight UTC, or date-time with a zone
 * (decision 23). `undefined` for any other text, for a date that does not exist, and for a leap
 * second. Digits finer than a microsecond are rounded: {@link sortableDate} keeps them.
 *
 * @example
 * parseDate('2026-01-31T12:00:00+01:00') // => 1769857200000
 * parseDate('2026-02-30') // => undefined
 */
export declare function parseDate(text: string): number | undefined;
/**
 * The text of a date that sorts as the instant does, exactly to the nanosecond: in UTC with
 * milliseconds, and any finer digits at the end. The form of the dates in rows is such a text.
 *
 * @example
 * sortableDate('2026-01-31T12:00:00+01:00') // => '2026-01-31T11:00:00.000Z'
 * sortableDate('2026-01-31T12:00:00.0000001Z') // => '2026-01-31T12:00:00.000Z0001'
 */
export declare function sortableDate(text: string): string | undefined;
/**
 * Whether a value is a date string that a filter accepts: an ISO 8601 date, which means midnight
 * UTC, or a date-time with a time zone. Use it to validate user input.
 *
 * @example
 * isDate('2026-01-31') // => true
 * isDate('2026-01-31T12:00') // => false
 */
export declare const isDate: (value: unknown) => boolean;
/** Whether a value is a `Date`, from any realm. */
export declare function isDateObject(value: unknown): value is Date;
