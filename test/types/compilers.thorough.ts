import { versions, versionsWithApi } from './lib/compiler.js';
import { testSchemas } from './lib/schemas.js';
import { testSnippets } from './lib/snippets.js';
import { testTypes } from './lib/type-tests.js';
import { testWishes } from './lib/wishes.js';

for (const version of versionsWithApi) {
  testSnippets(version);
  testSchemas(version);
}
for (const version of versions) {
  testTypes(version);
  testWishes(version);
}
testWishes('7.0', false);
