import type { WorkSummary } from '../../../lib/session/view/summarize-work.ts';
import { formatDuration, pluralize } from '../../ui/format.ts';
import { VIEW_TEXTS } from './view-texts.ts';

/** `3 cells · 2.1 s · 1 error fixed`; empty without code. */
export function describeWork({ cells, durationMs, errorsFixed, errors }: WorkSummary): string {
  if (cells === 0) return '';
  return [
    pluralize(cells, 'cell'),
    durationMs > 0 ? formatDuration(durationMs) : '',
    errorsFixed > 0 ? VIEW_TEXTS.errorsFixed(errorsFixed) : '',
    errors > 0 ? pluralize(errors, 'error') : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
