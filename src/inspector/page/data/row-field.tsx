import { useEffect, useState } from 'preact/hooks';
import { writeRelaxedJson } from '../../../query/relaxed-json.js';
import type { JsonObject, JsonValue } from '../../../schema/field.js';
import type { FieldState, ResourceState, RowsPage } from '../../protocol.js';
import { call } from '../connection/api.js';
import { Field } from '../parts/field.js';
import { nullName, writeFieldText } from './field-text.js';

interface RowFieldProps {
  readonly field: FieldState;
  readonly value: JsonValue | undefined;
  /** The resource that a foreign key refers to. */
  readonly target: ResourceState | undefined;
  readonly autofocus: boolean;
}

/** The input for a value of a row. A foreign key is chosen from the rows that it may refer to. */
export function RowField({ field, value, target, autofocus }: RowFieldProps) {
  const { name, kind, nullable, values } = field;
  const [typed, setTyped] = useState('');
  const [isNull, setNull] = useState(value === null);
  const rows = useSuggestedRows(target, typed);
  const known = kind === 'boolean' ? ['true', 'false'] : values;
  const text = writeFieldText(value);
  const common = {
    name,
    autofocus,
    defaultValue: text,
    placeholder: `${target ? `id of ${target.name}` : kind}${nullable ? ' or null' : ''}`,
    onInput: (event: { readonly currentTarget: { readonly value: string } }) => {
      setNull(false);
      if (target) setTyped(event.currentTarget.value);
    },
  };
  const nullBox = nullable && (
    <label class="soft">
      <input
        type="checkbox"
        name={nullName(name)}
        aria-label={`${name} is null`}
        checked={isNull}
        onChange={(event) => setNull(event.currentTarget.checked)}
      />
      null
    </label>
  );
  if (kind === 'json' || text.includes('\n'))
    return (
      <div class="field">
        <div class="row between">
          <label for={`field-${name}`}>{name}</label>
          {nullBox}
        </div>
        <textarea id={`field-${name}`} class="code" rows={4} spellcheck={false} {...common} />
      </div>
    );
  return (
    <Field
      label={name}
      {...common}
      {...(target && { suggestions: rows.map((row) => [String(row.id), labelOf(row, target)] as const) })}
      {...(!target && known.length > 0 && { suggestions: known.map((one) => [one] as const) })}
    >
      {nullBox}
    </Field>
  );
}

/** What tells a row from others: its first texts. */
const labelOf = (row: JsonObject, resource: ResourceState): string =>
  textFields(resource)
    .flatMap(({ name }) => row[name] ?? [])
    .slice(0, 3)
    .join(' · ');

const textFields = ({ fields }: ResourceState): FieldState[] =>
  fields.filter(({ name, kind, computed }) => kind === 'string' && !computed && name !== 'id');

/** The first rows of a resource with a text or an id; none without a resource. */
function useSuggestedRows(resource: ResourceState | undefined, typed: string): readonly JsonObject[] {
  const [rows, setRows] = useState<readonly JsonObject[]>([]);
  useEffect(() => {
    if (!resource) return undefined;
    const like = textFields(resource).map(({ name }) => ({ [name]: { like: typed } }));
    const where = typed === '' ? '' : writeRelaxedJson({ OR: [{ id: typed }, ...like] });
    let isCurrent = true;
    const load = async () => {
      const page = await call<RowsPage>('rows', { resource: resource.name, where, take: 100, skip: 0 });
      if (isCurrent) setRows(page.rows);
    };
    const timer = setTimeout(() => load().catch(() => {}), typed === '' ? 0 : 200); // then there is nothing to suggest
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [resource, typed]);
  return rows;
}
