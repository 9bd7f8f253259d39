import type { WorkSummary } from '../../../lib/session/view/layout/summarize-work.ts';
import { pluralize } from '../../../lib/util/pluralize.ts';
import { VIEW_TEXTS } from './view-texts.ts';

/** `3 cells · 1 error fixed`; empty without code. */
export function describeWork({ cells, errorsFixed, errors, refused }: WorkSummary): string {
  if (cells === 0) return '';
  return [
    pluralize(cells, 'cell'),
    errorsFixed > 0 ? VIEW_TEXTS.errorsFixed(errorsFixed) : '',
    errors > 0 ? pluralize(errors, 'error') : '',
    refused > 0 ? VIEW_TEXTS.refused(refused) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
