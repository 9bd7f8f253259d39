/** The fold of a notebook file that a session began as. */
import type { EventBody, Stamp } from '../../protocol/events/event.ts';
import { readFileRole } from '../file-role.ts';
import type { ImportedParts } from '../imported.ts';
import type { Cell, Session } from '../session.ts';
import { EMPTY_CELL } from './empty-cell.ts';
import { toFields } from './to-body.ts';

type Body<Type extends EventBody['type']> = Extract<EventBody, { type: Type }>;

export function applyNotebookImport(session: Session, event: Body<'notebook-import'>): Session {
  return { ...session, imported: { ...toFields(event), cellIds: [] } };
}

/** It has not run here, so it stays `idle`; its number and outputs are those of the file. */
export function applyCellImport(session: Session, event: Body<'cell-import'>, stamp: Stamp): Session {
  const isCode = event.cellType === 'code';
  const cell: Cell = {
    ...EMPTY_CELL,
    id: event.cellId,
    type: isCode ? 'code' : 'markdown',
    role: isCode ? 'code' : 'note',
    source: event.source,
    made: { as: 'insert', ...stamp },
    written: { ...stamp, author: 'human' },
    executionCount: event.executionCount,
    ranSource: event.executionCount === null ? null : event.source,
    imported: toParts(event),
  };
  const { imported } = session;
  return {
    ...session,
    cells: [...session.cells, cell],
    imported: imported && { ...imported, cellIds: [...imported.cellIds, cell.id] },
  };
}

function toParts({ cellType, metadata, attachments, unknown }: Body<'cell-import'>): ImportedParts {
  const role = cellType === 'markdown' ? readFileRole(metadata) : null;
  return {
    metadata,
    ...(role === null ? {} : { role }),
    ...(attachments === undefined ? {} : { attachments }),
    ...(cellType === 'raw' ? { isRaw: true } : {}),
    ...(unknown === undefined ? {} : { unknown }),
  };
}
