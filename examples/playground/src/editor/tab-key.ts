import { editor, KeyCode, KeyMod } from 'monaco-editor/editor/editor.api.js';
import { element } from '../page/element';

const mac = navigator.platform.startsWith('Mac');

/** Lets a key choose whether Tab indents or leaves the editor, and says which, so that nobody is caught in it. */
export function connectTabKey(query: editor.IStandaloneCodeEditor, hint: HTMLElement): void {
  const leaves = () => query.getOption(editor.EditorOption.tabFocusMode);
  const show = () => {
    hint.replaceChildren(
      leaves() ? 'Tab leaves the editor. ' : 'Tab indents. ',
      ...keyCaps(mac ? ['Ctrl', 'Shift', 'M'] : ['Ctrl', 'M']),
      leaves() ? ' lets it indent again. ' : ' lets it leave the editor. ',
      ...keyCaps(['Ctrl', 'Space']),
      ' completes.',
    );
  };
  // Monaco has the same keys for the same purpose, but does not tell that they were pressed.
  query.addAction({
    id: 'toggle-tab-key',
    label: 'Let Tab indent or leave the editor',
    keybindings: [mac ? KeyMod.WinCtrl | KeyMod.Shift | KeyCode.KeyM : KeyMod.CtrlCmd | KeyCode.KeyM],
    run: () => query.updateOptions({ tabFocusMode: !leaves() }),
  });
  query.onDidChangeConfiguration(show);
  show();
}

const keyCaps = (keys: readonly string[]): (string | HTMLElement)[] =>
  keys.flatMap((key, index) => [...(index > 0 ? ['+'] : []), element('kbd', {}, key)]);
