/** Words of what can be done with files, loaded with the first of them. */
export const FILE_DIALOG_TEXTS = {
  sort: 'Order of the files',
  order: { added: 'Added first', name: 'By name', changed: 'Last changed', size: 'Largest first' },
  profile: 'What a language model is told of this file',
  rename: 'Rename',
  newName: 'New name or path',
  edit: 'Edit',
  save: 'Save',
  cancel: 'Cancel',
  textOf: (name: string) => `Text of ${name}`,
  savedAsNew: 'The former text goes to the deleted files.',
  newFile: 'Created by the last run or later',
  changedFile: 'Code has changed this upload',
  trashKept: 'Deleted and replaced files are kept for 30 days.',
  eraseText: 'The content will be removed. This cannot be undone.',
} as const;

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
