import { useState } from 'preact/hooks';
import type { FaultState, InspectorState } from '../protocol.js';
import { act } from './connection.js';
import { DialogButton, focusView, notifyError } from './dialog.js';
import { Choice, Field } from './form.js';
import { effectChoices, methods, toFaultInput } from './form-values.js';
import { formatCount, Table, type TableRow } from './table.js';

const columns = [
  { name: 'Fault', class: 'code' },
  ...['Matched', 'Applied', 'Remaining'].map((name) => ({ name, class: 'end' })),
];

export function FaultsView({ state }: { readonly state: InspectorState }) {
  return (
    <section class="column pad" aria-labelledby="faults-title">
      <header class="row">
        <h2 id="faults-title">Faults</h2>
        <p class="soft grow">If several faults match a request, only the first active one applies.</p>
        <DialogButton
          label="Add fault"
          class="primary"
          title="Add a fault"
          onSubmit={(form) => act('faults/add', toFaultInput(form), 'The fault was added.')}
        >
          <FaultFields paths={state.paths} />
        </DialogButton>
      </header>
      <Table
        label="Faults"
        columns={columns}
        rows={state.faults.map(toRow)}
        empty="No faults. Add one to test how your program handles errors and slow responses."
      />
    </section>
  );
}

function toRow({ id, description, matched, applied, remaining }: FaultState): TableRow {
  const remove = () => act('faults/remove', { id }, 'The fault was removed.').then(focusView, notifyError);
  return {
    id,
    cells: [description, formatCount(matched), formatCount(applied), remainingText(remaining)],
    actions: (
      <button type="button" aria-label={`Remove ${description}`} onClick={remove}>
        Remove
      </button>
    ),
  };
}

function remainingText(remaining: number | null) {
  if (remaining === null) return <span class="soft">no limit</span>;
  return remaining === 0 ? <span class="badge">used up</span> : formatCount(remaining);
}

function FaultFields({ paths }: { readonly paths: readonly string[] }) {
  const [effect, setEffect] = useState('status');
  const isDelay = effect === 'latency';
  return (
    <>
      <div class="fields">
        <Choice label="Method" name="method" options={methods} />
        <Field
          label="Path"
          name="path"
          placeholder="Any path"
          suggestions={paths.map((path) => path.replace(/<[^>]*>.*/, '*'))}
          hint="A * at the end matches any text."
        />
      </div>
      <Choice label="Effect" name="effect" value={effect} onValue={setEffect} options={effectChoices} />
      {effect === 'status' && (
        <div class="fields">
          <Field label="Status" name="status" type="number" min={200} max={599} required defaultValue="503" />
          <Field label="Retry-After, seconds" name="retryAfter" type="number" min={0} />
        </div>
      )}
      <Field
        label="Latency, milliseconds"
        name="latency"
        required={isDelay}
        pattern="\d+(-\d+)?"
        placeholder={isDelay ? '500 or 200-800' : 'None'}
      />
      <div class="fields">
        <Field label="Requests that succeed first" name="after" type="number" min={0} placeholder="0" />
        <Field label="Number of times" name="times" type="number" min={1} placeholder="No limit" />
      </div>
    </>
  );
}
