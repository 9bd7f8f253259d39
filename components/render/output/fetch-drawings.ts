import type { Output } from '../../../lib/notebook/output.ts';

/** What draws displays and results, and what draws tables: both are loaded when a notebook has the first one. */
export const loadMimeDrawing = async () => (await import('./mime-drawing.tsx')).MimeDrawing;
export const loadTableOutput = async () => (await import('./table/table-output.tsx')).TableOutput;

/**
 * Starts to load what draws the outputs, all at once and before they are laid out: a cell whose output comes later is short at
 * first, so that more cells are near the view than need to be drawn.
 */
export function fetchDrawings(outputs: Iterable<Output>): void {
  for (const output of outputs) {
    if (output.output_type !== 'display_data' && output.output_type !== 'execute_result') continue;
    void loadMimeDrawing();
    if ('text/html' in output.data) return void loadTableOutput();
  }
}
