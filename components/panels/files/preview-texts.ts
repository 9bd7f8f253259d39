import { pluralize } from '../../ui/format.ts';

/** Words of the dialog that shows a file. */
export const PREVIEW_TEXTS = {
  reading: 'Reading the file…',
  preview: (name: string) => `Preview of ${name}`,
  beginning: 'This is the beginning of the file. Download it to see the rest.',
  empty: 'This file is empty.',
  imageTooLarge: 'This image is too large to show here.',
  imageBroken: 'This image cannot be displayed.',
  none: 'This kind of file has no preview.',
  firstRows: (count: number, total: number | null) =>
    total === null
      ? `First ${pluralize(count, 'row')}`
      : `First ${count.toLocaleString('en')} of ${pluralize(total, 'row')}`,
  sheet: (name: string) => `Sheet “${name}”.`,
  firstColumns: (count: number, total: number) => `first ${count} of ${total.toLocaleString('en')} columns`,
} as const;
