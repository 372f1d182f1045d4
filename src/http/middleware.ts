/**
 * Stands around each attempt: sees the request before the key is added to it, passes it on, or another one, and sees
 * the response.
 *
 * @example
 * const traced: Middleware = (request, next) => {
 *   request.headers.set('traceparent', traceparent());
 *   return next(request);
 * };
 */
export type Middleware = (
  request: Request,
  next: (request: Request) => Promise<Response>,
) => Promise<Response>;
