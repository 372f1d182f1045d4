import { mariadbMissing } from '../fixtures/engines/mariadb-server.js';
import type { EngineName } from '../fixtures/engines/serve-engine.js';

/**
 * `ENGINES=long npm run thorough` asks more of each engine; `ENGINES=mariadb` only tests that one,
 * at length.
 */
const asked = process.env.ENGINES ? process.env.ENGINES.split(',') : [];

/** Whether the tests have minutes instead of seconds. */
export const isLong = asked.length > 0;

const all: readonly EngineName[] = ['sqlite', 'mariadb', 'postgres'];
const chosen = all.filter((name) => !isLong || asked.includes(name) || asked.includes('long'));

/** The engines to test: those of the environment variable that are installed. */
export const enginesToTest = chosen.filter((name) => name !== 'mariadb' || !mariadbMissing);

if (mariadbMissing && chosen.includes('mariadb')) console.log(mariadbMissing);
