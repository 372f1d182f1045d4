import { editor } from 'monaco-editor/editor/editor.api.js';

/** Applies the colors of the page, which only its style sheet defines, to the editor. */
export function applyEditorTheme(dark: boolean): void {
  const color = colorReader();
  const rule = (token: string, name: string) => ({ token, foreground: color(name).slice(1) });
  editor.defineTheme('page', {
    base: dark ? 'vs-dark' : 'vs',
    inherit: true,
    rules: [
      rule('', 'ink'),
      rule('identifier', 'ink'),
      rule('type.identifier', 'key'),
      rule('key', 'key'),
      rule('keyword', 'keyword'),
      rule('string', 'string'),
      rule('number', 'number'),
      rule('comment', 'soft'),
      rule('delimiter', 'punctuation'),
      rule('delimiter.bracket', 'punctuation'),
      rule('delimiter.parenthesis', 'punctuation'),
    ],
    colors: {
      'editor.background': color('paper'),
      'editor.foreground': color('ink'),
      'editorLineNumber.foreground': color('faint'),
      'editorLineNumber.activeForeground': color('soft'),
      'editorWidget.background': color('ground'),
      'editorWidget.border': color('line'),
      'editorSuggestWidget.background': color('ground'),
      'editorSuggestWidget.border': color('line'),
      'editorHoverWidget.background': color('ground'),
      'editorHoverWidget.border': color('line'),
      'editorCursor.foreground': color('accent'),
      'editorError.foreground': color('error'),
      ...Object.fromEntries(
        [1, 2, 3].map((depth) => [
          `editorBracketHighlight.foreground${depth}`,
          color('punctuation'),
        ]),
      ),
      focusBorder: color('accent'),
    },
  });
  editor.setTheme('page');
}

/** Reads colors of the style sheet as `#rrggbb`. */
function colorReader(): (name: string) => string {
  const probe = document.documentElement.appendChild(document.createElement('span'));
  const context = document.createElement('canvas').getContext('2d');
  return (name) => {
    probe.style.color = `var(--${name})`;
    if (context) context.fillStyle = getComputedStyle(probe).color;
    return String(context?.fillStyle);
  };
}
