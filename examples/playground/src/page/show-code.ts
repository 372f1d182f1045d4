import { editor } from 'monaco-editor/editor/editor.api.js';
import { element } from './element';

/** Shows code, at once, and as soon as may be in the colours of the editor. */
export function showCode(place: HTMLElement, code: string): void {
  const shown = element('pre', {}, code);
  place.replaceChildren(shown);
  editor.colorize(code, 'typescript', { tabSize: 2 }).then((html) => {
    // Monaco escapes the code, its spaces too, and ends each line.
    shown.innerHTML = html.replaceAll(/\u00a0|&#160;|&nbsp;/g, ' ').replace(/<br\/>$/, '');
  });
}
