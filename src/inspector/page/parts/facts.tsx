import type { ComponentChildren } from 'preact';

interface FactsProps {
  /** A name may be there twice. */
  readonly facts: readonly (readonly [name: string, value: ComponentChildren])[];
  readonly isCode?: boolean;
}

export const Facts = ({ facts, isCode }: FactsProps) => (
  <dl class={isCode ? 'facts code' : 'facts'}>
    {facts.map(([name, value], index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the facts of one thing never move
      <div key={index}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
