import { editor } from 'monaco-editor/editor/editor.api.js';
import { element } from './element';

/** Shows code at once, and highlights it as soon as Monaco has tokenized it. */
export function showCode(place: HTMLElement, code: string): void {
  const shown = element('pre', {}, code);
  place.replaceChildren(shown);
  editor.colorize(code, 'typescript', { tabSize: 2 }).then((html) => {
    // Monaco escapes the code including its spaces, and ends each line with a break.
    shown.innerHTML = html.replaceAll(/\u00a0|&#160;|&nbsp;/g, ' ').replace(/<br\/>$/, '');
  });
}
