import type { EventBody } from './event.ts';

const CHANGING: readonly EventBody['type'][] = [
  ...(['notebook-import', 'cell-import', 'cell-edit', 'cell-move', 'cell-delete'] as const),
  ...(['cell-restore', 'cell-revert', 'cell-clear', 'cell-start', 'output-append', 'output-clear'] as const),
  ...([
    'output-update',
    'file-add',
    'file-delete',
    'file-restore',
    'kernel-packages',
    'packages-change',
  ] as const),
];

/**
 * Whether a code cell, an output, an added file, or a package may be another one after it: a verification from before may be
 * outdated.
 */
export function changesNotebook(body: EventBody): boolean {
  // Text is not verified. A cell without code, and code of a run, count once they have code or run.
  if (body.type === 'cell-insert')
    return body.cellType === 'code' && body.author === 'human' && body.source.trim() !== '';
  return CHANGING.includes(body.type);
}
