import type { QueryParameter } from '../../mock/server/inspector/protocol.js';
import { JsonBlock } from '../parts/code.js';

/** Whether a parameter contains relaxed JSON. */
export const isJsonParameter = (name: string): boolean => name === 'where' || name === 'include';

/** The decoded parameters of a request: `where` and `include` laid out, the others as text. */
export function QueryView({ parameters }: { readonly parameters: readonly QueryParameter[] }) {
  return (
    <dl class="query-view">
      {parameters.map(({ name, text }) => (
        <div key={`${name} ${text}`}>
          <dt>{name}</dt>
          <dd>
            {isJsonParameter(name) ? (
              <JsonBlock text={text} label={`Parameter ${name}`} />
            ) : (
              <code class="string">{text}</code>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
