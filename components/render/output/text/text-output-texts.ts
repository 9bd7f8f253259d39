import { pluralize } from '../../../../lib/util/pluralize.ts';

/** Words around text that code printed, and around tracebacks. */
export const TEXT_OUTPUT_TEXTS = {
  open: 'Open at full height',
  scroll: 'Scroll in a box',
  hidden: (count: string) => `${count} characters not shown`,
  showAll: 'Show all',
  showMore: (count: string) => `Show ${count} more`,
  lineGone: '(that cell was run again or deleted)',
  libraryFrames: (count: number) => pluralize(count, 'library frame'),
} as const;
