import { writeFileSync } from 'node:fs';
import { it } from 'vitest';
import { edgeCases } from './edge-cases.js';
import { complain, versions } from './lib/compiler.js';
import { prelude } from './lib/prelude.js';
import { type Refusal, refusals } from './refusals.js';
const refused: readonly Refusal[] = [...refusals, ...edgeCases.flatMap(({ number, refused = [] }) => refused.map((one) => ({ rule: `Edge ${number}`, ...one })))];
const accepted = edgeCases.flatMap(({ number, accepted = [] }) => accepted.map((code) => ({ name: `Edge ${number}`, code })));
const file = prelude + [...refused, ...accepted].map(({ code }, index) => `export const s${index} = () => ${code};`).join('\n');
const firstLine = prelude.split('\n').length - 1;
it('prints', { timeout: 200000 }, () => {
  let out = '';
  const byVersion = versions.map((version) => [version, complain(version, file)] as const);
  refused.forEach(({ rule, code, key, words }, index) => {
    const said = byVersion.map(([version, complaints]) => {
      const all = complaints.filter(({ line }) => line === firstLine + index);
      const ok = (all[0]?.at.match(/^('?)[\w-]+\1/)?.[0] ?? 'nothing') === key && all.every(({ message }) => message.includes(words));
      return ok ? `${version} ok` : `${version} at ${all[0]?.at.slice(0, 20)}: ${all.map(({ message }) => message.slice(0, 230)).join(' || ')}`;
    });
    if (said.some((s) => !s.endsWith(' ok'))) out += `${rule} ${code}\n   key ${key} words ${words}\n   ${said.join('\n   ')}\n`;
  });
  accepted.forEach(({ name, code }, i) => {
    for (const [version, complaints] of byVersion) { const all = complaints.filter(({ line }) => line === firstLine + refused.length + i); if (all.length) out += `ACCEPT ${name} ${version} ${code.slice(0, 150)}\n   ${all.map(({ message }) => message.slice(0, 300)).join(' || ')}\n`; }
  });
  for (const [version, complaints] of byVersion) for (const c of complaints) { if (c.line < firstLine) out += `PRELUDE ${version} ${c.message.slice(0, 200)}\n`; const one = refused[c.line - firstLine]; if (one && c.message.length > 400) out += `LONG ${version} ${c.message.length} ${one.code}\n`; }
  writeFileSync('/tmp/core-types/said.txt', out);
});
