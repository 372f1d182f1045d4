// Writes the declarations of the ES modules, after tsup wrote those of the CommonJS modules, which both can import.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
for (const entry of Object.values(exports)) {
  if (!entry.require) continue;
  const declarations = readFileSync(entry.require.types, 'utf8');
  // Other packages have different declarations for each kind of module, so what imports them is there twice.
  const usesPackage = /from '[^.]/.test(declarations);
  const wrapper = `export * from './${basename(entry.require.default)}';\n`;
  writeFileSync(entry.import.types, usesPackage ? declarations : wrapper);
}
