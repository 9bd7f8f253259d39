/** The fold of a review: a part of its step, and a cell of the notebook once it has ended. */
import type { ReviewResult } from '../../protocol/runs/review.ts';
import type { ModelInfo } from '../../protocol/runs/run.ts';
import { toPlainWords } from '../../util/to-plain-words.ts';
import { type Cell, findStep } from '../session.ts';
import { EMPTY_CELL } from './empty-cell.ts';
import { type Handlers, patchStep, toFields } from './handlers.ts';

export const APPLY_REVIEW = {
  'review-start': (session, event) =>
    patchStep(session, event, (step) => ({ ...step, review: { model: event.model ?? null, result: null } })),
  'review-end'(session, event) {
    const { runId, step: index, ...result } = toFields(event);
    const step = findStep(session, runId, index);
    if (!step?.review) return session;
    const { model } = step.review;
    // The app has found nothing, so there is nothing to say. A model may review the answer then.
    if (model === null && result.verdict !== 'returned')
      return patchStep(session, event, ({ review: _, ...rest }) => rest);
    const cell: Cell = {
      ...EMPTY_CELL,
      id: `review-${runId}-${index}`.slice(0, 64),
      source: toSource(model, result),
      author: 'agent',
      role: 'review',
      runId,
      step: index,
    };
    const next = { ...session, cells: [...session.cells, cell] };
    return patchStep(next, event, (each) => ({
      ...each,
      review: { model, result },
      cellIds: [...each.cellIds, cell.id],
    }));
  },
  'answer-check'(session, event) {
    const { runId: _, step: __, ...check } = toFields(event);
    return patchStep(session, event, (step) => ({ ...step, check }));
  },
} satisfies Partial<Handlers>;
/** The reviewed text becomes a cell after its review has ended, and is placed above it. Null when it was not reviewed. */
export function placeBeforeReview(cells: readonly Cell[], cell: Cell): Cell[] | null {
  if (cell.runId === null || cell.step === null) return null;
  const { runId, step } = cell;
  const index = cells.findLastIndex(
    (each) => each.role === 'review' && each.runId === runId && each.step === step,
  );
  return index < 0 ? null : cells.toSpliced(index, 0, cell);
}

function toSource(model: ModelInfo | null, { verdict, text }: ReviewResult): string {
  if (model === null) {
    const items = text.split('\n').map((line) => `- ${toPlainWords(line)}`);
    return `*Compared with the notebook and sent back:*\n\n${items.join('\n')}`;
  }
  const { label } = model;
  switch (verdict) {
    case 'approved':
      return [`*Reviewed by ${label}: no objections.*`, text].filter(Boolean).join('\n\n');
    case 'returned':
      return `*Reviewed by ${label} and sent back:*\n\n${text}`;
    case 'objected':
      return `*Reviewed by ${label}. These objections remain:*\n\n${text}`;
    case 'failed':
      return `*Not reviewed. ${text}*`;
  }
}
