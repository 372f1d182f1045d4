import { editor } from 'monaco-editor/editor/editor.api.js';

/** Gives the editor the colours of the page, which stand in its style sheet alone. */
export function applyEditorTheme(dark: boolean): void {
  const colour = colourReader();
  const rule = (token: string, name: string) => ({ token, foreground: colour(name).slice(1) });
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
      'editor.background': colour('paper'),
      'editor.foreground': colour('ink'),
      'editorLineNumber.foreground': colour('faint'),
      'editorLineNumber.activeForeground': colour('soft'),
      'editorWidget.background': colour('ground'),
      'editorWidget.border': colour('line'),
      'editorSuggestWidget.background': colour('ground'),
      'editorSuggestWidget.border': colour('line'),
      'editorHoverWidget.background': colour('ground'),
      'editorHoverWidget.border': colour('line'),
      'editorCursor.foreground': colour('accent'),
      'editorError.foreground': colour('error'),
      ...Object.fromEntries(
        [1, 2, 3].map((depth) => [`editorBracketHighlight.foreground${depth}`, colour('punctuation')]),
      ),
      focusBorder: colour('accent'),
    },
  });
  editor.setTheme('page');
}

/** Reads colours of the style sheet as `#rrggbb`. */
function colourReader(): (name: string) => string {
  const probe = document.documentElement.appendChild(document.createElement('span'));
  const context = document.createElement('canvas').getContext('2d');
  return (name) => {
    probe.style.color = `var(--${name})`;
    if (context) context.fillStyle = getComputedStyle(probe).color;
    return String(context?.fillStyle);
  };
}
