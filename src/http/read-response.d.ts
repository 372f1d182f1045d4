import type { FailedRequest, FailedResponse } from '../errors.js';
/** A response whose body has been read. */
export interface Received {
    readonly response: Response;
    /** `undefined` if the body was lost, or is that of a redirect. */
    readonly text?: string;
    /** The parsed JSON of a successful response. */
    readonly data?: unknown;
    /** Why a successful response has no data. */
    readonly problem?: string;
    /** Why the body of another response was lost. */
    readonly lost?: unknown;
}
export declare const isRedirect: ({ type, status }: Response) => boolean;
export declare const isSuccess: (status: number) => boolean;
/** @throws What reading the body throws, if the response is successful: others have a status. */
export declare function readResponse(response: Response): Promise<Received>;
/** Whether a successful response reports errors instead of data (decision 1). */
export declare const hasErrors: (data: unknown) => boolean;
/** What an error about a response has. `hide` replaces API keys. */
export declare function detailsOf({ response, text }: Received, request: FailedRequest, hide: (text: string) => string): FailedResponse;
/** The request id that the service sent, for its support. */
export declare const requestIdOf: (headers: Response['headers']) => string | undefined;
