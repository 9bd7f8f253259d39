/** A session as a notebook file: complete, valid nbformat 4.5, and runnable elsewhere. */
import type { Notebook } from '../session/notebook/to-notebook.ts';
import { replaceLoneSurrogates } from '../util/exact-json.ts';

export function exportIpynb(notebook: Notebook): string {
  // One-space indentation and a final newline, as Jupyter writes notebooks, keep later diffs small.
  return `${JSON.stringify(notebook, replaceLoneSurrogates, 1)}\n`;
}
