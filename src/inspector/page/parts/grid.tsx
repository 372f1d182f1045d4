import type { HTMLAttributes } from 'preact';

type Props = Omit<HTMLAttributes<HTMLDivElement>, 'role'> & { readonly 'data-active'?: '' | undefined };

// The roles of a table, without its elements: a `table` cannot have only some of its rows, and loses its roles if
// rows are shown as cards. The grid or its active cell has the focus and handles the keys.

/** A table that is used with the arrow keys. */
export const Grid = (props: Props) => (
  // biome-ignore lint/a11y/useSemanticElements: see above
  <div tabIndex={-1} {...props} role="grid" />
);

/** The head or the rows of a {@link Grid}. */
export const GridRows = (props: Props) => (
  // biome-ignore lint/a11y/useSemanticElements: see above
  <div {...props} role="rowgroup" />
);

/** A row of a {@link Grid}. */
export const GridRow = (props: Props) => (
  // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see above
  <div {...props} role="row" />
);

/** A cell of a {@link Grid}. */
export const GridCell = (props: Props) => (
  // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see above
  <div {...props} role="gridcell" />
);

/** The head of a column of a {@link Grid}. */
export const GridColumn = (props: Props) => (
  // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see above
  <div {...props} role="columnheader" />
);
