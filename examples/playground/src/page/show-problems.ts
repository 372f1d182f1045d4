import type { Problem } from '../compile/compiled-query';
import type { Outcome } from '../run/outcome';
import { element } from './element';

/** Lists the compiler's errors, each with a button that moves the cursor to it, and the error that the query threw. */
export function showProblems(
  section: HTMLElement,
  problems: readonly Problem[],
  error: Outcome['error'],
  goTo: (problem: Problem) => void,
): void {
  const items = problems.map((problem) =>
    element(
      'li',
      {},
      element(
        'button',
        { type: 'button', className: 'source', onclick: () => goTo(problem) },
        `Line ${problem.line}, column ${problem.column}`,
      ),
      element('p', {}, problem.message),
    ),
  );
  if (error)
    items.push(
      element(
        'li',
        {},
        element('span', { className: 'source' }, error.name),
        element('p', {}, error.message),
      ),
    );
  section.querySelector('ul')?.replaceChildren(...items);
  section.hidden = items.length === 0;
}
