import { testTypes } from './lib/type-tests.js';

// The other compilers are among the thorough tests: they take ten times as long.
testTypes('7.0');
