import type { ComponentChildren } from 'preact';
import { formatCount } from './format.js';

export interface TableColumn {
  readonly name: string;
  readonly head?: ComponentChildren;
  readonly order?: 'ascending' | 'descending' | 'none' | undefined;
  readonly class?: string | undefined;
}

export interface TableRow {
  readonly id: string | number;
  readonly cells: readonly ComponentChildren[];
  readonly actions: ComponentChildren;
}

interface TableProps {
  readonly label: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  readonly empty?: string;
}

/**
 * A table whose first column has the buttons of the row: they are in view in a table that is wider
 * than the window, and they never cover a value.
 */
export function Table({ label, columns, rows, empty }: TableProps) {
  if (rows.length === 0 && empty) return <Empty>{empty}</Empty>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section class="scroll" tabIndex={0} aria-label={`Rows of ${label}`}>
      <table aria-label={label}>
        <thead>
          <tr>
            <th scope="col">
              <span class="visually-hidden">Actions</span>
            </th>
            {columns.map(({ name, head, order, class: look }) => (
              <th key={name} scope="col" aria-sort={order} class={look}>
                {head ?? name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                <div class="row buttons">{row.actions}</div>
              </td>
              {columns.map(({ name, class: look }, index) => (
                <td key={name} data-label={name} class={look}>
                  {row.cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export const Empty = ({ children }: { readonly children: ComponentChildren }) => (
  <p class="empty soft">{children}</p>
);

interface PagerProps {
  readonly skip: number;
  readonly take: number;
  readonly total: number;
  readonly onSkip: (skip: number) => void;
}

export function Pager({ skip, take, total, onSkip }: PagerProps) {
  const last = Math.max(0, Math.floor((total - 1) / take) * take);
  const first =
    total === 0 ? '0' : `${formatCount(skip + 1)}–${formatCount(Math.min(total, skip + take))}`;
  const button = (label: string, text: string, target: number) => (
    <button
      type="button"
      aria-label={label}
      disabled={target === skip}
      onClick={() => onSkip(target)}
    >
      {text}
    </button>
  );
  return (
    <div class="row">
      {button('First page', '⇤', 0)}
      {button('Previous page', '←', Math.max(0, skip - take))}
      <span role="status">
        {first} of {formatCount(total)}
      </span>
      {button('Next page', '→', Math.min(last, skip + take))}
      {button('Last page', '⇥', last)}
    </div>
  );
}

type Fact = readonly [name: string, value: ComponentChildren];

export const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl class="facts">
    {facts.map(([name, value], index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the facts of one thing never move
      <div key={index}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** What to look at, if something is probably not as it was meant. */
export const Hints = ({ hints }: { readonly hints: readonly string[] }) =>
  hints.map((hint) => (
    <p key={hint} class="box hint">
      {hint}
    </p>
  ));
