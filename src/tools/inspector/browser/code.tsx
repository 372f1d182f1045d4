import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { notifyError } from './dialog.js';

/** A group is the name of a color. Text that is none of them keeps its own. */
const tokens =
  /(?<key>(?:"(?:[^"\\]|\\.)*"|[A-Za-z_$][\w$]*)(?=:))|(?<string>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(?<number>-?\d[\d.eE+-]*)|(?<keyword>\b(?:true|false|null)\b)/gs;

/** JSON, or code such as `{ name: { like: 'Ada' } }`, in colors. */
export function Code({ text }: { readonly text: string }) {
  const parts: ComponentChildren[] = [];
  let end = 0;
  for (const { 0: token, index, groups = {} } of text.matchAll(tokens)) {
    const color = Object.keys(groups).find((name) => groups[name] !== undefined);
    parts.push(
      text.slice(end, index),
      <span key={index} class={color}>
        {token}
      </span>,
    );
    end = index + token.length;
  }
  return (
    <code>
      {parts}
      {text.slice(end)}
    </code>
  );
}

interface CodeBlockProps {
  readonly label: string;
  readonly text: string;
  readonly isCode: boolean;
}

/** Text on lines of its own. Can be focused, because it may need scrolling with the keyboard. */
export const CodeBlock = ({ label, text, isCode }: CodeBlockProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
  <section class="box" tabIndex={0} aria-label={label}>
    <pre>{isCode ? <Code text={text} /> : <code>{text}</code>}</pre>
  </section>
);

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    // Browsers offer `navigator.clipboard` only for HTTPS and for this machine.
    const isWritten = navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    const isCopied = (await isWritten) || copyByCommand(text);
    setCopied(isCopied);
    if (!isCopied)
      notifyError('The browser does not allow the inspector to copy. Select the text and copy it.');
  };
  return (
    <button type="button" onClick={copy}>
      <span aria-live="polite">{copied ? 'Copied' : label}</span>
    </button>
  );
}

function copyByCommand(text: string): boolean {
  const write = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', write);
  const isCopied = document.execCommand('copy');
  document.removeEventListener('copy', write);
  return isCopied;
}
