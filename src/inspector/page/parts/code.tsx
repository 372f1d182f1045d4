import type { ComponentChildren } from 'preact';
import { jsonTokens, type Token } from '../text/json-tokens.js';
import { layOutJson } from '../text/lay-out-json.js';

/** Tokens in their colors, as text nodes. */
function Tokens({ tokens }: { readonly tokens: readonly Token[] }) {
  return tokens.map(({ kind, text, start }, index) => (
    <span key={start} class={kind}>
      {text}
      {(text === ',' || text === ':') && kind === 'punctuation' && index < tokens.length - 1 ? ' ' : ''}
    </span>
  ));
}

/** JSON or relaxed JSON on one line, cut by its container. */
export function InlineJson({ text }: { readonly text: string }) {
  return (
    <code>
      <Tokens tokens={jsonTokens(text.length > MAX_INLINE ? `${text.slice(0, MAX_INLINE)}…` : text)} />
    </code>
  );
}

/** No line on a screen is longer. */
const MAX_INLINE = 300;

/** JSON or relaxed JSON, laid out and colored. */
export function JsonBlock({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <CodeBlock label={label}>
      {layOutJson(jsonTokens(text)).map(({ depth, tokens }) => (
        <span key={tokens[0]?.start} class="line" style={{ '--depth': depth }}>
          <Tokens tokens={tokens} />
        </span>
      ))}
    </CodeBlock>
  );
}

/** Preformatted text. Can be focused, because it may need scrolling with the keyboard. */
export function CodeBlock(props: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section class="box" tabIndex={0} aria-label={props.label}>
      <pre>
        <code>{props.children}</code>
      </pre>
    </section>
  );
}
