import { editor, KeyCode, KeyMod } from 'monaco-editor/editor/editor.api.js';
import { element } from '../page/element';

const mac = navigator.platform.startsWith('Mac');

/** Toggles whether Tab indents or moves the focus, and shows which, so that keyboard users can leave the editor. */
export function connectTabKey(query: editor.IStandaloneCodeEditor, hint: HTMLElement): void {
  const leaves = () => query.getOption(editor.EditorOption.tabFocusMode);
  const show = () => {
    hint.replaceChildren(
      leaves() ? 'Tab moves the focus. ' : 'Tab indents. ',
      ...keyCaps(mac ? ['Ctrl', 'Shift', 'M'] : ['Ctrl', 'M']),
      leaves() ? ' makes it indent. ' : ' makes it move the focus. ',
      ...keyCaps(['Ctrl', 'Space']),
      ' shows suggestions.',
    );
  };
  // Monaco has the same shortcut, but does not report that it was pressed.
  query.addAction({
    id: 'toggle-tab-key',
    label: 'Toggle whether Tab indents or moves the focus',
    keybindings: [
      mac ? KeyMod.WinCtrl | KeyMod.Shift | KeyCode.KeyM : KeyMod.CtrlCmd | KeyCode.KeyM,
    ],
    run: () => query.updateOptions({ tabFocusMode: !leaves() }),
  });
  query.onDidChangeConfiguration(show);
  show();
}

const keyCaps = (keys: readonly string[]): (string | HTMLElement)[] =>
  keys.flatMap((key, index) => [...(index > 0 ? ['+'] : []), element('kbd', {}, key)]);
