/** The files that a notebook can be taken away as, as the page offers them. */
import type { ExportFormat } from '../../lib/protocol/export-format.ts';

interface ExportOffer {
  readonly format: ExportFormat;
  readonly label: string;
  readonly what: string;
}

export const EXPORTS: readonly ExportOffer[] = [
  { format: 'ipynb', label: 'Download as .ipynb', what: 'Notebook, for Jupyter' },
  { format: 'py', label: 'Download as .py', what: 'Script, in cells' },
  { format: 'html', label: 'Download as .html', what: 'Page that needs nothing else' },
  { format: 'md', label: 'Download as .md', what: 'Markdown, pictures in it' },
];
