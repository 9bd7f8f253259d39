import { pluralize } from '../../../util/pluralize.ts';
import type { WorkSummary } from './summarize-work.ts';

/** `3 cells · 1 error fixed`; empty without code. */
export function describeWork({ cells, errorsFixed, errors, refused }: WorkSummary): string {
  if (cells === 0) return '';
  return [
    pluralize(cells, 'cell'),
    errorsFixed > 0 ? `${pluralize(errorsFixed, 'error')} fixed` : '',
    errors > 0 ? pluralize(errors, 'error') : '',
    refused > 0 ? `${refused} refused` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
