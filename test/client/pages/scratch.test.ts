import { it } from 'vitest';
import { randomCall, randomOf, run } from './random-calls.js';
it('random', async () => {
  const seed = Number(process.env.SEED ?? 1);
  const calls = Number(process.env.CALLS ?? 1000);
  const counts: Record<string, number> = {};
  const wrong: string[] = [];
  for (let index = 0; index < calls; index++) {
    const random = randomOf(seed * 1e6 + index);
    const call = randomCall(random);
    const { result, reason } = await run(random, call);
    const key = `${result} ${call.service} ${result === 'rejected' || result === 'WRONG' ? `${JSON.stringify(call.orderBy)} ${reason.replace(/row "[^"]*"/, 'row')}`.slice(0, 160) : ''}`;
    counts[key] = (counts[key] ?? 0) + 1;
    if (result === 'WRONG' && wrong.length < 10) wrong.push(`${index} ${reason} ${JSON.stringify(call)}`);
  }
  console.log(Object.entries(counts).sort().map(([key, count]) => `${count} ${key}`).join('\n'));
  console.log(wrong.join('\n'));
}, 300_000);
