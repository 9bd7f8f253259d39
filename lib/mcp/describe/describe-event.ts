import type { Event } from '../../protocol/events/event.ts';
import { toShortCellId } from '../../session/short-cell-id.ts';

const MAX_LENGTH = 160;

/** An event as a short line for a caller that waits; null for events that need none. */
export function describeEvent(event: Event): string | null {
  switch (event.type) {
    case 'kernel-status':
      return event.status === 'starting' ? 'The kernel starts.' : null;
    case 'step-start':
      return `Step ${event.step} begins.`;
    case 'model-wait':
      return `Waiting for the model. ${event.reason}`.slice(0, MAX_LENGTH);
    case 'cell-start':
      return `Cell ${toShortCellId(event.cellId)} runs.`;
    case 'cell-end':
      return `Cell ${toShortCellId(event.cellId)} ended: ${event.status}.`;
    case 'approval-request':
      return `Cell ${toShortCellId(event.cellId)} waits for the user's approval on the page.`;
    case 'input-request':
      return `Cell ${toShortCellId(event.cellId)} asks: ${event.prompt}`.slice(0, MAX_LENGTH);
    case 'review-start':
      return event.model ? 'The answer is reviewed.' : null;
    case 'run-end':
      return `The run ended: ${event.outcome.status}.`;
    default:
      return null;
  }
}
