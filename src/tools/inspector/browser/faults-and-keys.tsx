import type { InspectorState } from '../state.js';
import { CodeText } from './code.js';
import { Table } from './table.js';

export const FaultsView = ({ faults }: Pick<InspectorState, 'faults'>) => (
  <Table
    label="Faults"
    columns={['Fault', 'Applied', 'Remaining']}
    numeric={['Applied', 'Remaining']}
    empty="No faults. Add one with mock.fail(), --fail or POST /_mock/fail."
    rows={faults.map(({ id, code, applied, remaining }) => ({
      id,
      cells: [<CodeText key="code" text={code} />, applied, remaining ?? 'any number'],
    }))}
  />
);

export const KeysView = ({ keys }: Pick<InspectorState, 'keys'>) => (
  <Table
    label="API keys"
    columns={['Name', 'Id', 'Role', 'Status', 'Expires']}
    empty="No API keys."
    rows={keys.map(({ id, name, role, status, expiresAt, isExpired }) => ({
      id,
      cells: [name, id, role, isExpired ? 'expired' : status, expiresAt ?? 'never'],
    }))}
  />
);
