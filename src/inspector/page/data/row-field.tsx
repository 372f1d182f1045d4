import { useState } from 'preact/hooks';
import { writeRelaxedJson } from '../../../query/relaxed-json.js';
import type { JsonObject, JsonValue } from '../../../schema/field.js';
import type { FieldState, ResourceState, RowsPage } from '../../protocol.js';
import { session } from '../connection/session.js';
import { useLoaded } from '../connection/use-loaded.js';
import { Field } from '../parts/field.js';
import { nullName, writeFieldText } from './field-text.js';

interface RowFieldProps {
  readonly field: FieldState;
  readonly value: JsonValue | undefined;
  readonly autofocus: boolean;
}

/** The input for a value of a row. A foreign key is chosen from the rows that it may refer to. */
export function RowField({ field, value, autofocus }: RowFieldProps) {
  const { name, kind, nullable, values, foreignKeyOf } = field;
  const target = session.state?.resources.find((resource) => resource.name === foreignKeyOf);
  const [typed, setTyped] = useState('');
  const [isNull, setNull] = useState(value === null);
  const rows = useSuggestedRows(target, typed);
  const known = kind === 'boolean' ? ['true', 'false'] : values;
  const text = writeFieldText(value);
  return (
    <Field
      label={name}
      name={name}
      isMultiline={kind === 'json' || text.includes('\n')}
      autofocus={autofocus}
      defaultValue={text}
      placeholder={`${target ? `id of ${target.name}` : kind}${nullable ? ' or null' : ''}`}
      suggestions={
        target
          ? rows.map((row) => [String(row.id), labelOf(row, target)])
          : known.length > 0
            ? known.map((one) => [one])
            : undefined
      }
      onInput={({ currentTarget }) => {
        setNull(false);
        setTyped(currentTarget.value);
      }}
    >
      {nullable && (
        <label class="row soft">
          <input
            type="checkbox"
            name={nullName(name)}
            aria-label={`${name} is null`}
            checked={isNull}
            onChange={(event) => setNull(event.currentTarget.checked)}
          />
          null
        </label>
      )}
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
  const like = resource ? textFields(resource).map(({ name }) => ({ [name]: { like: typed } })) : [];
  const where = typed === '' ? '' : writeRelaxedJson({ OR: [{ id: typed }, ...like] });
  const { result } = useLoaded<RowsPage>(resource && 'rows', {
    body: { resource: resource?.name, where, take: 100, skip: 0 },
    delay: typed === '' ? 0 : 200,
  });
  return result?.rows ?? [];
}
