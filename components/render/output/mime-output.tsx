import type { Output } from '../../../lib/notebook/output.ts';
import { createLate } from '../../ui/layers/create-late.tsx';

const loadMimeDrawing = async () => (await import('./mime-drawing.tsx')).MimeDrawing;

/**
 * Starts to load what draws the outputs, all at once and before they are laid out: a cell whose output comes later is short at
 * first, so that more cells are near the view than need to be drawn.
 */
export function fetchDrawings(outputs: Iterable<Output>): void {
  for (const output of outputs) {
    if (output.output_type !== 'display_data' && output.output_type !== 'execute_result') continue;
    void loadMimeDrawing();
    if ('text/html' in output.data) return void import('./table/table-output.tsx');
  }
}

/** A display or result, drawn by its best MIME type. Loaded with the first one: a notebook without outputs draws nothing. */
export const MimeOutput = createLate(loadMimeDrawing);
