import 'monaco-editor/features/register.all.js';
import 'monaco-editor/languages/definitions/typescript/register.js';
import { editor, Uri } from 'monaco-editor/editor/editor.api.js';
import { colorKeys } from './color-keys';
import { configureCompiler } from './configure-compiler';
import { startWorkers } from './start-workers';

/** Creates the query editor. */
export function createQueryEditor(place: HTMLElement, query: string): editor.IStandaloneCodeEditor {
  startWorkers();
  configureCompiler();
  colorKeys();
  const model = editor.createModel(query, 'typescript', Uri.parse('file:///query.ts'));
  return editor.create(place, {
    model,
    ariaLabel: 'Query, in TypeScript',
    automaticLayout: true,
    contextmenu: false,
    fixedOverflowWidgets: true,
    folding: false,
    fontFamily: getComputedStyle(place).fontFamily,
    fontSize: 14,
    guides: { indentation: false },
    hover: { above: false },
    lineHeight: 22,
    lineNumbersMinChars: 3,
    minimap: { enabled: false },
    occurrencesHighlight: 'off',
    overviewRulerBorder: false,
    overviewRulerLanes: 0,
    hideCursorInOverviewRuler: true,
    padding: { top: 12, bottom: 12 },
    quickSuggestions: { strings: true, other: true, comments: false },
    renderLineHighlight: 'none',
    scrollBeyondLastLine: false,
    scrollbar: { alwaysConsumeMouseWheel: false },
    stickyScroll: { enabled: false },
    tabSize: 2,
    wordBasedSuggestions: 'off',
    wordWrap: 'on',
  });
}
