import './styles/page.css';
import { compileQuery } from './editor/compile-query';
import { createQueryEditor } from './editor/create-editor';
import { applyEditorTheme } from './editor/editor-theme';
import { connectTabKey } from './editor/tab-key';
import { examples } from './examples';
import { byId, element } from './page/element';
import { readLink, writeLink } from './page/link';
import { OutcomeView } from './page/outcome-view';
import { followTheme } from './page/theme';
import { Runner } from './run/runner';

/** Milliseconds without typing before the query runs. */
const TYPING_DELAY = 250;

const picker = byId<HTMLSelectElement>('examples');
picker.append(
  element('option', { value: '', hidden: true }, 'Custom query'),
  ...examples.map(({ title }) => element('option', { value: title }, title)),
);

const query = createQueryEditor(byId('editor'), readLink() ?? examples[0].query);
const model = query.getModel();
const runner = new Runner();
const view = new OutcomeView(({ line, column }) => {
  query.setPosition({ lineNumber: line, column });
  query.revealLineInCenterIfOutsideViewport(line);
  query.focus();
});

async function runQuery(): Promise<void> {
  if (!model) return;
  const version = model.getVersionId();
  writeLink(model.getValue());
  const compiled = await compileQuery(model);
  if (!compiled) return;
  if (compiled.script === undefined) return view.showSyntaxErrors(compiled);
  const outcome = await runner.run(compiled.script);
  if (outcome && model.getVersionId() === version) view.show(compiled, outcome);
}

let timer: ReturnType<typeof setTimeout> | undefined;
query.onDidChangeModelContent(() => {
  clearTimeout(timer);
  runner.cancel();
  selectExample();
  timer = setTimeout(runQuery, TYPING_DELAY);
});

/** Selects the example that is in the editor, if any. */
function selectExample(): void {
  picker.value = examples.find((example) => example.query === query.getValue())?.title ?? '';
}

picker.addEventListener('change', () => {
  const example = examples.find(({ title }) => title === picker.value);
  if (example) query.setValue(example.query);
});

addEventListener('hashchange', () => {
  const shared = readLink();
  if (shared !== undefined && shared !== query.getValue()) query.setValue(shared);
});

followTheme(applyEditorTheme);
connectTabKey(query, byId('keys'));
selectExample();
runQuery();
