import type { ResourceState } from '../../protocol.js';
import { type Route, routeTo } from '../connection/route.js';
import { filledFields } from '../text/filled-fields.js';

interface QueryFormProps {
  readonly resource: ResourceState;
  readonly route: Route;
  /** Why the mock rejected the query. */
  readonly problem: string | undefined;
}

export function QueryForm({ resource, route, problem }: QueryFormProps) {
  const examples = { where: whereExample(resource), include: includeExample(resource) };
  return (
    <form
      class="row pad query-form"
      aria-label="Query"
      onSubmit={(event) => {
        event.preventDefault();
        const query = filledFields(new FormData(event.currentTarget));
        location.assign(routeTo('data', { item: resource.name, orderBy: route.orderBy, ...query }));
      }}
    >
      {(['where', 'include'] as const).map((name) => (
        <label key={name} class="row query-box">
          <span>{name}</span>
          <input
            class="code grow"
            name={name}
            defaultValue={route[name]}
            placeholder={examples[name]}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            aria-invalid={problem?.startsWith(name) ?? false}
            aria-describedby="query-problem"
          />
        </label>
      ))}
      <button type="submit" class="primary">
        Apply
      </button>
      {(route.where || route.include) && (
        <a class="button" href={routeTo('data', { item: resource.name })}>
          Clear
        </a>
      )}
      <div role="alert" id="query-problem">
        {problem && <p class="problem">{problem}</p>}
      </div>
    </form>
  );
}

/** A filter of the resource, such as `name:{like:'text'}`. */
function whereExample({ fields }: ResourceState): string {
  const text = fields.find(({ kind, computed }) => kind === 'string' && !computed)?.name;
  const valued = fields.find(({ values }) => values.length > 0);
  return valued ? `${valued.name}:'${valued.values[0]}'` : text ? `${text}:{like:'text'}` : "id:'…'";
}

/** A field and a relation, such as `identifier:true,unit:true`. */
const includeExample = ({ fields, relations }: ResourceState): string =>
  [fields.find(({ name }) => name !== 'id'), relations[0]]
    .flatMap((member) => (member ? [`${member.name}:true`] : []))
    .join(',');
