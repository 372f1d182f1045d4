import type { ComponentChildren } from 'preact';

/** The text of a view without content. */
export const Empty = ({ children }: { readonly children: ComponentChildren }) => (
  <p class="empty">{children}</p>
);
