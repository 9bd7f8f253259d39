/** Words of the dialog that shows a file. */
export const PREVIEW_TEXTS = {
  reading: 'Reading the file…',
  preview: (name: string) => `Preview of ${name}`,
  beginning: 'This is the beginning of the file. Download it to see the rest.',
  empty: 'This file is empty.',
  imageTooLarge: 'This image is too large to show here.',
  imageBroken: 'This image cannot be displayed.',
  none: 'This kind of file has no preview.',
} as const;
