import { useState } from 'preact/hooks';
import type { ResourceState } from '../../mock/server/inspector/protocol.js';
import { type Route, routeTo } from '../connection/route.js';

interface QueryFormProps {
  readonly resource: ResourceState;
  readonly route: Route;
  /** Why the mock rejected the query. */
  readonly problem: string | undefined;
}

/** The boxes for `where` and `include`, and the message of the mock. */
export function QueryForm({ resource, route, problem }: QueryFormProps) {
  const [where, setWhere] = useState(route.where);
  const [include, setInclude] = useState(route.include);
  const isFiltered = route.where !== '' || route.include !== '';
  const isWrong = (name: string) => problem?.startsWith(name) ?? false;
  return (
    <form
      class="query-form"
      aria-label="Query"
      onSubmit={(event) => {
        event.preventDefault();
        location.assign(
          routeTo('data', {
            ...route,
            resource: resource.name,
            where: where.trim(),
            include: include.trim(),
          }),
        );
      }}
    >
      <QueryBox
        name="where"
        value={where}
        onValue={setWhere}
        placeholder={whereExample(resource)}
        isWrong={isWrong('where')}
      />
      <QueryBox
        name="include"
        value={include}
        onValue={setInclude}
        placeholder={includeExample(resource)}
        isWrong={isWrong('include')}
      />
      <button type="submit" class="primary">
        Apply
      </button>
      <a class="button" href={routeTo('data', { resource: resource.name })} hidden={!isFiltered}>
        Clear
      </a>
      <div role="alert" id="query-problem" class="query-problem">
        {problem && <p class="problem">{problem}</p>}
      </div>
    </form>
  );
}

interface QueryBoxProps {
  readonly name: 'where' | 'include';
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly placeholder: string;
  readonly isWrong: boolean;
}

function QueryBox({ name, value, onValue, placeholder, isWrong }: QueryBoxProps) {
  return (
    <p class="query-box">
      <label for={`query-${name}`}>{name}</label>
      <input
        id={`query-${name}`}
        class="code"
        value={value}
        placeholder={placeholder}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        aria-invalid={isWrong}
        aria-describedby="query-problem"
        onInput={(event) => onValue(event.currentTarget.value)}
      />
    </p>
  );
}

/** A filter of the resource, such as `name:{like:'text'}`. */
function whereExample({ fields }: ResourceState): string {
  const text = fields.find(({ name, kind }) => kind === 'string' && name !== 'identifier')?.name;
  const valued = fields.find(({ values }) => values.length > 0);
  return valued ? `${valued.name}:'${valued.values[0]}'` : text ? `${text}:{like:'text'}` : "id:'…'";
}

/** A property and a relation, such as `identifier:true,unit:true`. */
const includeExample = ({ fields, relations }: ResourceState): string =>
  [fields.find(({ name }) => name !== 'id'), relations[0]]
    .flatMap((member) => (member ? [`${member.name}:true`] : []))
    .join(',');
