import { useState } from 'preact/hooks';
import type { CreatedKey, InspectorState, KeyState } from '../protocol.js';
import { CopyButton } from './code.js';
import { act, call } from './connection.js';
import { DialogButton, Field, filledFields, focusView } from './dialog.js';
import { Table, type TableRow } from './table.js';

const columns = ['Name', 'Role', 'Status', 'Expires', 'Id'].map((name) => ({ name }));

export function KeysView({ state }: { readonly state: InspectorState }) {
  const [created, setCreated] = useState<CreatedKey | undefined>();
  return (
    <section class="column pad" aria-labelledby="keys-title">
      <header class="row">
        <h2 id="keys-title">API keys</h2>
        <p class="soft grow">
          {state.needsKey
            ? 'A request needs an active key that has not expired.'
            : 'This mock accepts requests without a key.'}
        </p>
        <DialogButton
          label="Create key"
          class="primary"
          title="Create an API key"
          onSubmit={(form) => createKey(form).then(setCreated)}
        >
          <Field label="Name" name="name" placeholder="Reporting" />
          <Field label="Role" name="role" placeholder="Admin" />
          <Field
            label="Expires"
            name="expires"
            type="datetime-local"
            step={1}
            hint="In your time zone. Leave it empty for a key that never expires."
          />
        </DialogButton>
      </header>
      {created && (
        <p class="row box secret" role="status">
          <span>Copy the new key now. It is not shown again.</span>
          <code class="grow">{created.key}</code>
          <CopyButton text={created.key} label="Copy" />
          <button
            type="button"
            onClick={() => {
              setCreated(undefined);
              focusView();
            }}
          >
            Done
          </button>
        </p>
      )}
      <Table label="API keys" columns={columns} rows={state.keys.map(toRow)} empty="No keys" />
    </section>
  );
}

function createKey(form: FormData): Promise<CreatedKey> {
  const { expires, ...key } = filledFields(form);
  return call('keys/create', {
    ...key,
    ...(expires && { expiresAt: new Date(expires).toISOString() }),
  });
}

function toRow(key: KeyState): TableRow {
  const { id, name, role, status, expiresAt, isExpired } = key;
  const isUsable = status === 'active' && !isExpired;
  return {
    id,
    cells: [
      name,
      role,
      <span key="status" class={isUsable ? 'badge good' : 'badge'}>
        {status === 'active' && isExpired ? 'expired' : status}
      </span>,
      expiresAt ?? <span class="soft">never</span>,
      <code key="id" class="soft">
        {id}
      </code>,
    ],
    actions: <KeyActions apiKey={key} />,
  };
}

function KeyActions({ apiKey: { id, name, status } }: { readonly apiKey: KeyState }) {
  const rename = (form: FormData) => {
    const next = filledFields(form).name ?? '';
    return act('keys/rename', { id, name: next }, `${name} was renamed to ${next}.`);
  };
  return (
    <>
      <DialogButton
        label="Rename"
        name={`Rename ${name}`}
        title={`Rename ${name}`}
        onSubmit={rename}
      >
        <Field label="Name" name="name" defaultValue={name} required />
      </DialogButton>
      <DialogButton
        label="Revoke"
        name={`Revoke ${name}`}
        disabled={status !== 'active'}
        title={`Revoke ${name}?`}
        isDangerous
        onSubmit={() => act('keys/revoke', { id }, `${name} was revoked.`)}
      >
        <p>
          Requests with this key are rejected from now on. A revoked key cannot be activated again.
        </p>
      </DialogButton>
      <DialogButton
        label="Delete"
        name={`Delete ${name}`}
        title={`Delete ${name}?`}
        isDangerous
        onSubmit={() => act('keys/delete', { id }, `${name} was deleted.`)}
      >
        <p>Requests with this key are rejected from now on.</p>
      </DialogButton>
    </>
  );
}
