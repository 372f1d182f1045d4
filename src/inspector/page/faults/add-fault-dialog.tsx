import { useState } from 'preact/hooks';
import { useTask } from '../connection/use-task.js';
import { Dialog } from '../parts/dialog.js';
import { Form, SelectField, TextField } from '../parts/form.js';
import { effects, emptyFault, type FaultFields, methods, toFaultInput } from './fault-fields.js';

interface AddFaultDialogProps {
  readonly paths: readonly string[];
  readonly onClose: () => void;
}

/** Adds a fault. The mock checks it. */
export function AddFaultDialog({ paths, onClose }: AddFaultDialogProps) {
  const [fields, setFields] = useState<FaultFields>(emptyFault);
  const task = useTask('form');
  const set = (name: keyof FaultFields) => (value: string) => setFields({ ...fields, [name]: value });
  const add = async () => {
    if (await task.run('faults/add', toFaultInput(fields), 'The fault was added.')) onClose();
  };
  return (
    <Dialog title="Add a fault" onClose={onClose}>
      <Form action="Add fault" task={task} onSubmit={add} onCancel={onClose}>
        <div class="field-row">
          <SelectField
            id="fault-method"
            label="Method"
            value={fields.method}
            onValue={set('method')}
            options={methods}
          />
          <TextField
            id="fault-path"
            label="Path"
            value={fields.path}
            onValue={set('path')}
            placeholder="Any path"
            suggestions={paths.map((path) => path.replace(/<[^>]*>.*/, '*'))}
            hint="A * at the end matches any text."
          />
        </div>
        <SelectField
          id="fault-effect"
          label="Effect"
          value={fields.effect}
          onValue={set('effect')}
          options={effects}
        />
        {fields.effect === 'status' && (
          <div class="field-row">
            <TextField
              id="fault-status"
              label="Status"
              type="number"
              min={200}
              max={599}
              required
              value={fields.status}
              onValue={set('status')}
            />
            <TextField
              id="fault-retry-after"
              label="Retry-After, seconds"
              type="number"
              min={0}
              value={fields.retryAfter}
              onValue={set('retryAfter')}
            />
          </div>
        )}
        <TextField
          id="fault-latency"
          label="Latency, milliseconds"
          required={fields.effect === 'latency'}
          value={fields.latency}
          pattern="\d+(-\d+)?"
          onValue={set('latency')}
          placeholder={fields.effect === 'latency' ? '500 or 200-800' : 'None'}
        />
        <div class="field-row">
          <TextField
            id="fault-after"
            label="Requests that succeed first"
            type="number"
            min={0}
            value={fields.after}
            onValue={set('after')}
            placeholder="0"
          />
          <TextField
            id="fault-times"
            label="Number of times"
            type="number"
            min={1}
            value={fields.times}
            onValue={set('times')}
            placeholder="No limit"
          />
        </div>
      </Form>
    </Dialog>
  );
}
