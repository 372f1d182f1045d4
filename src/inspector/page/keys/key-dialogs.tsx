import { useState } from 'preact/hooks';
import type { CreatedKey, KeyInput } from '../../mock/server/inspector/protocol.js';
import { useTask } from '../connection/use-task.js';
import { CopyButton } from '../parts/copy-button.js';
import { Dialog } from '../parts/dialog.js';
import { Form, TextField } from '../parts/form.js';

/** Creates a key, and shows its secret once. */
export function CreateKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [role, setRole] = useState('');
  const [expires, setExpires] = useState('');
  const [created, setCreated] = useState<CreatedKey | undefined>();
  const task = useTask('form');
  if (created) return <SecretDialog apiKey={created.key} onClose={onClose} />;
  const create = async () => {
    const input: KeyInput = {
      ...(name && { name }),
      ...(role && { role }),
      ...(expires && { expiresAt: new Date(expires).toISOString() }),
    };
    setCreated(await task.run<CreatedKey>('keys/create', input));
  };
  return (
    <Dialog title="Create an API key" onClose={onClose}>
      <Form action="Create key" task={task} onSubmit={create} onCancel={onClose}>
        <TextField id="key-name" label="Name" value={name} onValue={setName} placeholder="Reporting" />
        <TextField id="key-role" label="Role" value={role} onValue={setRole} placeholder="Admin" />
        <TextField
          id="key-expires"
          label="Expires"
          type="datetime-local"
          value={expires}
          onValue={setExpires}
          hint="In your time zone. Leave it empty for a key that never expires."
        />
      </Form>
    </Dialog>
  );
}

function SecretDialog({ apiKey, onClose }: { readonly apiKey: string; readonly onClose: () => void }) {
  return (
    <Dialog title="New API key" onClose={onClose}>
      <p>Copy the key now. It is not shown again.</p>
      <p class="secret">
        <code>{apiKey}</code>
        <CopyButton text={apiKey} label="Copy" />
      </p>
      <div class="dialog-footer">
        <button type="button" class="primary" onClick={onClose}>
          Done
        </button>
      </div>
    </Dialog>
  );
}

interface RenameKeyDialogProps {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Renames a key. */
export function RenameKeyDialog({ id, name: before, onClose }: RenameKeyDialogProps) {
  const [name, setName] = useState(before);
  const task = useTask('form');
  const rename = async () => {
    if (await task.run('keys/rename', { id, name }, `${before} was renamed to ${name}.`)) onClose();
  };
  return (
    <Dialog title={`Rename ${before}`} onClose={onClose}>
      <Form action="Rename" task={task} onSubmit={rename} onCancel={onClose}>
        <TextField id="key-new-name" label="Name" value={name} onValue={setName} required />
      </Form>
    </Dialog>
  );
}
