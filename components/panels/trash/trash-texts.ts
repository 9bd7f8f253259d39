import { pluralize } from '../../../lib/util/pluralize.ts';

/** Words of the trash of notebooks and of files. */
export const TRASH_TEXTS = {
  empty: 'The trash is empty.',
  facts: (about: string, when: string, daysLeft: number) =>
    [about, when, `${pluralize(daysLeft, 'day')} left`].filter(Boolean).join(', '),
  restore: (name: string) => `Restore ${name}`,
  erase: (name: string) => `Delete ${name} for good`,
  eraseTitle: (name: string) => `Delete “${name}” for good?`,
  emptyTrash: 'Empty the trash',
  emptyTitle: (count: number) => `Delete all ${count} for good?`,
  eraseConfirm: 'Delete for good',
} as const;
