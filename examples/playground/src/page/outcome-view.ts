import type { CompiledQuery, Problem } from '../compile/compiled-query';
import { showRequests } from '../request/show-requests';
import { countRows, showResult } from '../result/show-result';
import type { Outcome } from '../run/outcome';
import { byId, element } from './element';
import { showCode } from './show-code';
import { showProblems } from './show-problems';

/** The right side of the page: problems, requests, result type and result. */
export class OutcomeView {
  #goTo: (problem: Problem) => void;
  #outcome: Outcome | undefined;

  constructor(goTo: (problem: Problem) => void) {
    this.#goTo = goTo;
    for (const scrolled of [byId('type'), byId('result')]) scrolled.tabIndex = 0; // so that the keyboard can scroll them
  }

  /** Shows the outcome of a query that ran. */
  show({ problems, type }: CompiledQuery, outcome: Outcome): void {
    const { requests, value, error } = outcome;
    const rows = error ? '' : countRows(value);
    this.#outcome = outcome;
    this.#markStale(false);
    showProblems(byId('problems'), problems, error, this.#goTo);
    showRequests(byId('requests'), requests);
    showCode(byId('type'), type ?? 'undefined');
    byId('count').textContent = rows;
    this.#showResult();
    this.#announce(problems.length + (error ? 1 : 0), rows);
  }

  /** Shows syntax errors. The last outcome stays visible, marked as stale. */
  showSyntaxErrors({ problems }: CompiledQuery): void {
    this.#markStale(true);
    showProblems(byId('problems'), problems, undefined, this.#goTo);
    if (!this.#outcome) this.#showResult();
    this.#announce(problems.length, '');
  }

  #showResult(): void {
    if (this.#outcome && !this.#outcome.error)
      showResult(byId('result'), this.#outcome.value, this.#outcome.explanation);
    else
      byId('result').replaceChildren(
        element('p', { className: 'nothing' }, 'No result: see the problem above.'),
      );
  }

  #markStale(stale: boolean): void {
    document.body.classList.toggle('stale', stale);
  }

  /** Updates the summary for screen readers. */
  #announce(problems: number, rows: string): void {
    const count = problems === 1 ? '1 problem' : `${problems} problems`;
    byId('summary').textContent = [problems && count, rows].filter(Boolean).join(', ');
  }
}
