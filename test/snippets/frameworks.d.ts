// The types of frameworks that the guide shows and that are not installed, as far as its snippets
// use them.
declare module 'express' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Application {
    use(
      path: string,
      handler: (request: IncomingMessage, response: ServerResponse) => unknown,
    ): Application;
  }

  export default function express(): Application;
}
