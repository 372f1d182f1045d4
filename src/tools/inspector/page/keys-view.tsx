import { useState } from 'preact/hooks';
import type { CreatedKey, InspectorState, KeyState } from '../protocol.js';
import { CopyButton } from './code.js';
import { act, call } from './connection.js';
import { Dialog, DialogButton, focusView } from './dialog.js';
import { Field } from './form.js';
import { filledFields } from './form-values.js';
import { Table, type TableRow } from './table.js';

const columns = ['Name', 'Role', 'Status', 'Expires', 'Id'].map((name) => ({ name }));

export function KeysView({ state }: { readonly state: InspectorState }) {
  const [created, setCreated] = useState<CreatedKey | undefined>();
  const closeSecret = () => {
    setCreated(undefined);
    setTimeout(focusView); // the focus was in the dialog that created the key
  };
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
      <Table label="API keys" columns={columns} rows={state.keys.map(toRow)} empty="No keys" />
      {created && <SecretDialog secret={created.key} onClose={closeSecret} />}
    </section>
  );
}

function createKey(form: FormData): Promise<CreatedKey> {
  const { expires, ...key } = filledFields(form);
  return call('keys/create', { ...key, ...(expires && { expiresAt: new Date(expires).toISOString() }) });
}

/** The only place that shows the secret of a key. */
const SecretDialog = ({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) => (
  <Dialog title="New API key" action="Done" isDone onSubmit={async () => {}} onClose={onClose}>
    <p>Copy the key now. It is not shown again.</p>
    <p class="row box secret">
      <code class="grow">{secret}</code>
      <CopyButton text={secret} label="Copy" />
    </p>
  </Dialog>
);

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
      <DialogButton label="Rename" name={`Rename ${name}`} title={`Rename ${name}`} onSubmit={rename}>
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
        <p>Requests with this key are rejected from now on. A revoked key cannot be activated again.</p>
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
