import { testSchemas } from './lib/schemas.js';
import { testRules, testSnippets } from './lib/snippets.js';

// The other compilers are among the thorough tests.
testSnippets('7.0');
testSchemas('7.0');

testRules();
