import { useState } from 'preact/hooks';
import type { CreatedKey, KeyState } from '../../protocol.js';
import { act, call } from '../connection/api.js';
import { useSession } from '../connection/session.js';
import { CopyButton } from '../parts/copy-button.js';
import { ConfirmButton, Dialog } from '../parts/dialog.js';
import { Field } from '../parts/field.js';
import { Empty, Table, type TableRow } from '../parts/table.js';
import { textOf } from '../text/text-of.js';

const columns = ['Name', 'Role', 'Status', 'Expires', 'Id'].map((name) => ({ name }));

/** The API keys of the mock, without their secrets. */
export function KeysView() {
  const state = useSession((session) => session.state);
  const [isCreating, setCreating] = useState(false);
  if (!state) return <Empty>Loading the keys</Empty>;
  return (
    <section class="column pad" aria-labelledby="keys-title">
      <header class="row">
        <h2 id="keys-title">API keys</h2>
        <p class="soft grow">
          {state.isOpen
            ? 'This mock accepts requests without a key.'
            : 'A request needs an active key that has not expired.'}
        </p>
        <button type="button" class="primary" onClick={() => setCreating(true)}>
          Create key
        </button>
      </header>
      {state.keys.length === 0 ? (
        <Empty>No keys</Empty>
      ) : (
        <Table label="API keys" columns={columns} rows={state.keys.map(toRow)} />
      )}
      {isCreating && <CreateKeyDialog onClose={() => setCreating(false)} />}
    </section>
  );
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
  const [isRenaming, setRenaming] = useState(false);
  const close = () => setRenaming(false);
  const rename = (form: FormData) => {
    const next = textOf(form, 'name');
    return act('keys/rename', { id, name: next }, `${name} was renamed to ${next}.`).then(close);
  };
  return (
    <>
      <button type="button" aria-label={`Rename ${name}`} onClick={() => setRenaming(true)}>
        Rename
      </button>
      <ConfirmButton
        label="Revoke"
        name={`Revoke ${name}`}
        disabled={status !== 'active'}
        title={`Revoke ${name}?`}
        text="Requests with this key are rejected from now on. A revoked key cannot be activated again."
        onConfirm={() => act('keys/revoke', { id }, `${name} was revoked.`)}
      />
      <ConfirmButton
        label="Delete"
        name={`Delete ${name}`}
        title={`Delete ${name}?`}
        text="Requests with this key are rejected from now on."
        isRemoval
        onConfirm={() => act('keys/delete', { id }, `${name} was deleted.`)}
      />
      {isRenaming && (
        <Dialog title={`Rename ${name}`} action="Rename" onSubmit={rename} onClose={close}>
          <Field label="Name" name="name" defaultValue={name} required />
        </Dialog>
      )}
    </>
  );
}

/** Creates a key, and shows its secret once. */
function CreateKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const [created, setCreated] = useState<CreatedKey | undefined>();
  const create = async (form: FormData) => {
    const [name, role, expires] = [textOf(form, 'name'), textOf(form, 'role'), textOf(form, 'expires')];
    const expiresAt = expires && new Date(expires).toISOString();
    const input = { ...(name && { name }), ...(role && { role }), ...(expiresAt && { expiresAt }) };
    setCreated(await call<CreatedKey>('keys/create', input));
  };
  if (!created)
    return (
      <Dialog title="Create an API key" action="Create key" onSubmit={create} onClose={onClose}>
        <Field label="Name" name="name" placeholder="Reporting" />
        <Field label="Role" name="role" placeholder="Admin" />
        <Field
          label="Expires"
          name="expires"
          type="datetime-local"
          step={1}
          hint="In your time zone. Leave it empty for a key that never expires."
        />
      </Dialog>
    );
  return (
    <Dialog
      key="secret"
      title="New API key"
      action="Done"
      isDone
      onSubmit={async () => onClose()}
      onClose={onClose}
    >
      <p>Copy the key now. It is not shown again.</p>
      <p class="row box secret">
        <code class="grow">{created.key}</code>
        <CopyButton text={created.key} label="Copy" />
      </p>
    </Dialog>
  );
}
