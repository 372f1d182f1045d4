import { join } from 'node:path';
import type ts from 'typescript';
import { loadTypeScript, settingsFor, type VersionWithApi } from './compiler.js';
import { cache } from './declarations.js';

/** The cursor, in a snippet. */
const CURSOR = '|';

/**
 * What an editor asks the language service of one version, about snippets with a cursor each. All
 * of them stand in one file, so that the compiler reads it once.
 */
export function createEditor(
  version: VersionWithApi,
  prelude: string,
  snippets: readonly string[],
) {
  const typescript = loadTypeScript(version);
  const path = join(cache, 'open-in-editor.ts');
  const cursors = new Map<string, number>();
  let text = prelude;
  for (const [index, snippet] of snippets.entries()) {
    const opening = `export const s${index} = async () => { `;
    const at = snippet.lastIndexOf(CURSOR);
    cursors.set(snippet, text.length + opening.length + at);
    text += `${opening}${snippet.slice(0, at)}${snippet.slice(at + 1)} };\n`;
  }
  const settings = settingsFor(typescript);
  const { sys } = typescript;
  const service = typescript.createLanguageService({
    getScriptFileNames: () => [path],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const content = name === path ? text : sys.readFile(name);
      return content === undefined ? undefined : typescript.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => cache,
    getCompilationSettings: () => settings,
    getDefaultLibFileName: (options) => typescript.getDefaultLibFilePath(options),
    fileExists: (name) => name === path || sys.fileExists(name),
    readFile: sys.readFile,
    readDirectory: sys.readDirectory,
    directoryExists: sys.directoryExists,
    getDirectories: sys.getDirectories,
  });

  const cursorOf = (snippet: string): number => {
    const at = cursors.get(snippet);
    if (at === undefined) throw new Error(`The editor has not opened ${snippet}`);
    return at;
  };

  return {
    /**
     * The names that are offered at the cursor, sorted; without the empty text that stands there.
     */
    complete(snippet: string): string[] {
      const found = service.getCompletionsAtPosition(path, cursorOf(snippet), {});
      return (found?.entries ?? [])
        .map(({ name }) => name)
        .filter(Boolean)
        .sort();
    },
    /** What is shown over the word before the cursor: the type on one line, and the sentence. */
    hover(snippet: string): { readonly type: string; readonly sentence: string } {
      const info = service.getQuickInfoAtPosition(path, cursorOf(snippet) - 1);
      const join = (parts?: readonly ts.SymbolDisplayPart[]) =>
        typescript.displayPartsToString([...(parts ?? [])]);
      return {
        type: join(info?.displayParts).replace(/\s+/g, ' '),
        sentence: join(info?.documentation),
      };
    },
    /** The interface and the member to which one gets from the word before the cursor. */
    definition(snippet: string): string {
      const [found] = service.getDefinitionAtPosition(path, cursorOf(snippet) - 1) ?? [];
      const before = sys.readFile(found?.fileName ?? '')?.slice(0, found?.textSpan.start) ?? '';
      return `${before.match(/interface (\w+)/g)?.at(-1)} ${found?.name}`;
    },
  };
}
