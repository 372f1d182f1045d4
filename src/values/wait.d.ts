/**
 * Waits; forever if the delay is infinite. Rejects with the signal's reason as soon as it is
 * aborted.
 */
export declare const wait: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
/** The reason of {@link untilEnd} if the time is over. */
export declare class TimeIsOver extends Error {
    readonly name = "TimeoutError";
}
/**
 * Runs something that must end in time. If the time is over, or the caller's signal aborts, the
 * controller is aborted and the promise rejects at once, whatever `run` does. No timer and no
 * listener remains.
 */
export declare function untilEnd<Result>(run: () => Promise<Result>, milliseconds: number, signal: AbortSignal | undefined, controller: AbortController): Promise<Result>;
