/** The file formats in which the page offers a notebook for download. */
import type { ExportFormat } from '../../../lib/protocol/export-format.ts';

interface ExportOffer {
  readonly format: ExportFormat;
  readonly what: string;
}

export const EXPORTS: readonly ExportOffer[] = [
  { format: 'ipynb', what: 'Jupyter notebook' },
  { format: 'py', what: 'Script with cell markers' },
  { format: 'html', what: 'Self-contained page' },
  { format: 'md', what: 'Markdown with pictures' },
];
