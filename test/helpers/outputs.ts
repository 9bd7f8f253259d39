/** Outputs of cells, each in a word. */
import type { Output } from '../../lib/notebook/output.ts';

export const text = (value: string, name: 'stdout' | 'stderr' = 'stdout'): Output => ({
  output_type: 'stream',
  name,
  text: value,
});

export const show = (data: Record<string, unknown>): Output => ({
  output_type: 'display_data',
  data,
  metadata: {},
});
