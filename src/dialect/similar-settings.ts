import { choice, open, type SettingUser } from './setting.js';
import { isCount, isStatus, isText } from './setting-values.js';

// Settings that several points of a service have in common.

export const ALL: readonly SettingUser[] = ['client', 'mock', 'proxy'];
export const ROWS: readonly SettingUser[] = ['mock', 'proxy'];
export const MOCK: readonly SettingUser[] = ['mock'];

export const parameter = (name: string, about: string) =>
  open<string | null>(
    `The query parameter with ${about}`,
    {
      default: name,
      alternatives: { [name]: 'has this name', null: 'does not exist' },
      accepts: (value) => value === null || (isText(value) && !/[&=#?+\s]/.test(value)),
      expected: 'the name of a query parameter, or null if the service has none',
    },
    { decision: 54, usedBy: ALL },
  );

export const status = (about: string, usual: number, other: number, decision = 3) =>
  open<number>(
    `The status for ${about}`,
    {
      default: usual,
      alternatives: { [usual]: `is ${usual}`, [other]: `is ${other}` },
      accepts: isStatus,
      expected: 'an error status such as 422',
    },
    { decision, usedBy: MOCK },
  );

export const pageSize = (about: string) =>
  open<number>(
    about,
    {
      default: Number.POSITIVE_INFINITY,
      alternatives: { Infinity: 'is not limited', 100: 'is at most 100' },
      accepts: isCount,
      expected: 'a positive integer',
    },
    { decision: 53, usedBy: ['client', 'mock'] },
  );

export const nullIs = (about: string, decision = 17) =>
  choice(
    about,
    { matched: 'matches null, because null differs from every value', skipped: 'is never true for null' },
    { decision, usedBy: ROWS },
  );

export const unknown = (about: string, usedBy = MOCK) =>
  choice(about, { rejected: 'is rejected', ignored: 'is ignored' }, { decision: 28, usedBy });

export const computedIn = (about: string) =>
  choice(
    `A computed field in ${about}`,
    { allowed: 'works like a stored one', rejected: 'is rejected' },
    { decision: 11, usedBy: MOCK },
  );
