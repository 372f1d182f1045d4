import type { ComponentChildren } from 'preact';

/** The name of a group is the class of its color. Other text keeps its own. */
const tokens = new RegExp(
  [
    /(?<key>(?:"(?:[^"\\]|\\.)*"|[A-Za-z_$][\w$]*)(?=:))/,
    /(?<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")/,
    /(?<value>-?\d[\d.eE+-]*|\b(?:true|false|null)\b)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gs',
);

/** JSON, or code such as `balances.list({ take: 1 })`, in colors. */
export function CodeText({ text }: { readonly text: string }) {
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
