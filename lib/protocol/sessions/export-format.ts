/** The forms in which a notebook leaves Actbook. */
import { z } from 'zod';

/** A notebook file, a script in the percent format, a page of its own, or Markdown. */
export const ExportFormat = z.enum(['ipynb', 'py', 'html', 'md']);
export type ExportFormat = z.infer<typeof ExportFormat>;
