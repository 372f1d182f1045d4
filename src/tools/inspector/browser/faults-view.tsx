import type { FaultState, InspectorState } from '../protocol.js';
import { act } from './connection.js';
import { DialogButton, Field, focusView, notifyError } from './dialog.js';
import { formatCount } from './format.js';
import { Table, type TableRow } from './table.js';

const columns = [
  { name: 'Fault', class: 'code' },
  ...['Matched', 'Applied', 'Remaining'].map((name) => ({ name, class: 'end' })),
];

export function FaultsView({ state }: { readonly state: InspectorState }) {
  return (
    <section class="column pad" aria-labelledby="faults-title">
      <header class="row">
        <h2 id="faults-title">Faults</h2>
        <p class="soft grow">
          If several faults match a request, only the first active one applies.
        </p>
        <DialogButton
          label="Add fault"
          class="primary"
          title="Add a fault"
          onSubmit={(form) =>
            act('faults/add', { fault: form.get('fault') }, 'The fault was added.')
          }
        >
          <Field
            label="Fault"
            name="fault"
            required
            hint="As in mock.fail: { status: 503, path: '/v1/balances', times: 2 } fails twice, { latency: [200, 800] } delays every response."
          />
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
  const remove = () =>
    act('faults/remove', { id }, 'The fault was removed.').then(focusView, notifyError);
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
