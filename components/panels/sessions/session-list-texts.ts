import { pluralize } from '../../../lib/util/pluralize.ts';

/** Words of the list of notebooks. */
export const SESSION_LIST_TEXTS = {
  search: 'Search titles and questions',
  found: (count: number) => `${pluralize(count, 'notebook')} found`,
  more: (count: number) => `Show more (${count})`,
  loading: 'Loading notebooks…',
  empty: 'No notebooks yet. Ask a question to create one.',
  noMatch: (search: string) => `No notebooks match “${search}”.`,
  waiting: 'Waiting for you',
  pin: (title: string) => `Pin ${title}`,
  pinToTop: 'Pin to the top',
  unpin: 'Unpin from the top',
  rename: (title: string) => `Rename ${title}`,
  newTitle: 'New title',
  remove: (title: string) => `Delete ${title}`,
  deleted: (title: string) => `“${title}” was deleted.`,
  files: ([first, ...more]: readonly string[]) => {
    if (first === undefined) return '';
    return more.length > 0 ? `${first} and ${pluralize(more.length, 'more file')}` : first;
  },
  trash: (count: number) => `Trash (${count})`,
  trashTitle: 'Trash',
  trashKept: 'Deleted notebooks are kept for 30 days.',
  eraseText: 'Cells, outputs, and files will be removed. This cannot be undone.',
  undoDelete: (title: string) => `Undo deleting ${title}`,
} as const;
