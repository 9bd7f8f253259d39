import { pluralize } from '../../../../lib/util/pluralize.ts';

export const STUCK_TEXTS = {
  stuck: (count: number) =>
    `Not stopped yet. A restart loses ${count > 0 ? pluralize(count, 'variable') : 'all variables'}.`,
  wait: 'Keep waiting',
  restart: 'Restart',
} as const;
