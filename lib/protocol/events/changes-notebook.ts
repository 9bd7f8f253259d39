import type { EventBody } from './event.ts';

const CHANGING: readonly EventBody['type'][] = [
  ...(['notebook-import', 'cell-import', 'cell-insert', 'cell-edit', 'cell-move', 'cell-delete'] as const),
  ...(['cell-restore', 'cell-revert', 'cell-clear', 'cell-start', 'output-append', 'output-clear'] as const),
  ...(['output-update', 'file-add', 'file-delete', 'file-restore', 'kernel-packages'] as const),
];

/**
 * Whether a code cell, an output, an added file, or a package may be another one after it: a verification from before may be
 * outdated.
 */
export function changesNotebook(body: EventBody): boolean {
  // What is inserted as text is not verified.
  if (body.type === 'cell-insert' && body.cellType === 'markdown') return false;
  return CHANGING.includes(body.type);
}
