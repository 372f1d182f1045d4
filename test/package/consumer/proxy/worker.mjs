import { visit } from './page.mjs';
import { createPageProxy } from './proxy.mjs';

export default {
  fetch: (request, { service }) => createPageProxy(service).fetch(request),
  async test(_controller, { self }) {
    const fetch = (...input) => self.fetch(...input);
    console.log(
      JSON.stringify(await visit('https://page.example/api', { cookie: 'user=ada' }, fetch)),
    );
  },
};
