import { testWishes } from './lib/wishes.js';

// The other compilers are among the thorough tests.
testWishes('7.0');
