/** Words of the files panel. */
export const FILES_TEXTS = {
  add: 'Add files',
  uploads: 'Uploads',
  uploading: (name: string) => `Uploading ${name}`,
  dismiss: (name: string) => `Dismiss ${name}`,
  empty: 'No files yet. Drop files anywhere on the page; files that code writes appear here too.',
  onlyFirst: (count: number) => `Only the first ${count.toLocaleString('en')} files are shown.`,
  sameFolder: 'A downloaded notebook reads these files from its own folder.',
  open: (name: string) => `Preview ${name}`,
  download: (name: string) => `Download ${name}`,
  newFile: 'Created by the last run or later',
  changedFile: 'Code has changed this upload',
  madeFile: 'Created by code in this notebook',
} as const;
