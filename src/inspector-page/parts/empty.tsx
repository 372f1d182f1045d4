import type { ComponentChildren } from 'preact';

/** What a view says if it has nothing to show. */
export const Empty = ({ children }: { readonly children: ComponentChildren }) => (
  <p class="empty">{children}</p>
);
