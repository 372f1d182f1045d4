import { testRules, testSnippets } from './lib/snippets.js';

// The older compilers are among the thorough tests.
testSnippets('6.0');
testSnippets('7.0');

testRules();
