import { useState } from 'preact/hooks';
import type { KeyState } from '../../mock/server/inspector/protocol.js';
import { useSession } from '../connection/use-session.js';
import { useTask } from '../connection/use-task.js';
import { ConfirmDialog } from '../parts/dialog.js';
import { Empty } from '../parts/empty.js';
import { focusPanel } from '../parts/tabs.js';
import { CreateKeyDialog, RenameKeyDialog } from './key-dialogs.js';

/** The API keys of the mock, without their secrets. */
export function KeysView() {
  const state = useSession((session) => session.state);
  const [isCreating, setCreating] = useState(false);
  if (!state) return <Empty>Loading the keys</Empty>;
  return (
    <section class="list-view" aria-labelledby="keys-title">
      <header class="view-header">
        <h2 id="keys-title">API keys</h2>
        <p class="soft">
          {state.isOpen
            ? 'This mock accepts requests without a key.'
            : 'A request needs an active key that has not expired.'}
        </p>
        <button type="button" class="primary" onClick={() => setCreating(true)}>
          Create key
        </button>
      </header>
      {state.keys.length === 0 ? <Empty>No keys</Empty> : <KeyTable keys={state.keys} />}
      {isCreating && <CreateKeyDialog onClose={() => setCreating(false)} />}
    </section>
  );
}

function KeyTable({ keys }: { readonly keys: readonly KeyState[] }) {
  return (
    <table class="stacked-table">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Role</th>
          <th scope="col">Status</th>
          <th scope="col">Expires</th>
          <th scope="col">Id</th>
          <th scope="col">
            <span class="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} />
        ))}
      </tbody>
    </table>
  );
}

function KeyRow({ apiKey }: { readonly apiKey: KeyState }) {
  const { id, name, role, status, expiresAt, isExpired } = apiKey;
  const task = useTask();
  const [open, setOpen] = useState<'rename' | 'revoke' | 'delete' | undefined>();
  const close = () => setOpen(undefined);
  const isUsable = status === 'active' && !isExpired;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-label="Role">{role}</td>
      <td data-label="Status">
        <span class={isUsable ? 'badge good' : 'badge'}>
          {status === 'active' && isExpired ? 'expired' : status}
        </span>
      </td>
      <td data-label="Expires">{expiresAt ?? <span class="soft">never</span>}</td>
      <td data-label="Id" class="code soft">
        {id}
      </td>
      <td class="row-actions">
        <button type="button" aria-label={`Rename ${name}`} onClick={() => setOpen('rename')}>
          Rename
        </button>
        <button
          type="button"
          aria-label={`Revoke ${name}`}
          disabled={status !== 'active'}
          onClick={() => setOpen('revoke')}
        >
          Revoke
        </button>
        <button type="button" aria-label={`Delete ${name}`} onClick={() => setOpen('delete')}>
          Delete
        </button>
        {open === 'rename' && <RenameKeyDialog id={id} name={name} onClose={close} />}
        {open === 'revoke' && (
          <ConfirmDialog
            title={`Revoke ${name}?`}
            text="Requests with this key are rejected from now on. A revoked key cannot be activated again."
            action="Revoke"
            onClose={close}
            onConfirm={() => task.run('keys/revoke', { id }, `${name} was revoked.`)}
          />
        )}
        {open === 'delete' && (
          <ConfirmDialog
            title={`Delete ${name}?`}
            text="Requests with this key are rejected from now on."
            action="Delete"
            onClose={close}
            onConfirm={async () => {
              if (await task.run('keys/delete', { id }, `${name} was deleted.`)) focusPanel();
            }}
          />
        )}
      </td>
    </tr>
  );
}
