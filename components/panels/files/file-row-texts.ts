/** Words about files that are there, were there, or are on their way: a notebook without files needs none. */
export const FILE_ROW_TEXTS = {
  uploading: (name: string) => `Uploading ${name}`,
  dismiss: (name: string) => `Dismiss ${name}`,
  parts: (count: number) => `${count.toLocaleString('en')} Parquet files`,
  open: (name: string) => `Preview ${name}`,
  remove: (name: string) => `Delete ${name}`,
  download: (name: string) => `Download ${name}`,
  trashTitle: 'Deleted files',
  deletedByCode: 'deleted by code',
  putBack: 'Put back',
  putBackAsAdded: 'Put back as it was added',
  putBackFile: (name: string) => `Put back ${name}`,
  deletedFile: 'Code has deleted this upload',
  madeFile: 'Created by code in this notebook',
} as const;
