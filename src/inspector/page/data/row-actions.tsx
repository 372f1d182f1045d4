import { useState } from 'preact/hooks';
import type { RelationState, ResourceState } from '../../mock/server/inspector/protocol.js';
import { routeTo, routeToRows } from '../connection/route.js';
import { useTask } from '../connection/use-task.js';
import { ConfirmDialog } from '../parts/dialog.js';
import { GridCell } from '../parts/grid.js';
import { linksOf } from './table-columns.js';

interface RowActionsProps {
  readonly resource: ResourceState;
  readonly resources: readonly ResourceState[];
  readonly id: string;
  readonly isActive: boolean;
  readonly onDeleted: () => void;
}

/** The last cell of a row: links to its related rows, and a button that deletes it. */
export function RowActions({ resource, resources, id, isActive, onDeleted }: RowActionsProps) {
  const task = useTask();
  const [isAsking, setAsking] = useState(false);
  const tabIndex = isActive ? 0 : -1;
  const remove = async () => {
    if (await task.run('delete', { resource: resource.name, id }, 'The row was deleted.')) onDeleted();
  };
  return (
    <GridCell class="cell row-actions" data-active={isActive ? '' : undefined} tabIndex={tabIndex}>
      {linksOf(resource).map((relation) => (
        <a
          key={relation.name}
          class="button"
          tabIndex={tabIndex}
          href={routeToMany(resource, resources, relation, id)}
        >
          {relation.name}
        </a>
      ))}
      <button type="button" tabIndex={tabIndex} aria-label={`Delete ${id}`} onClick={() => setAsking(true)}>
        Delete
      </button>
      {isAsking && (
        <ConfirmDialog
          title="Delete this row?"
          text={`${resource.name} ${id}`}
          action="Delete"
          onClose={() => setAsking(false)}
          onConfirm={remove}
        />
      )}
    </GridCell>
  );
}

/** A link to the related rows: by a `where` if it can contain the foreign key, otherwise by the relation. */
function routeToMany(
  { name: resource }: ResourceState,
  resources: readonly ResourceState[],
  { name: relation, target, foreignKey }: RelationState,
  id: string,
): string {
  const key = resources.find(({ name }) => name === target)?.fields.find(({ name }) => name === foreignKey);
  return key && !key.isHidden
    ? routeToRows(target, foreignKey, id)
    : routeTo('data', { resource: target, relatedTo: { resource, id, relation } });
}
