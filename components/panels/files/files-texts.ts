/** Words of the files panel. */
export const FILES_TEXTS = {
  add: 'Add files',
  addFolder: 'Add a folder',
  uploads: 'Uploads',
  addContext: 'Add definitions',
  empty: 'No files yet. Drop files anywhere on the page; files that code writes appear here too.',
  onlyFirst: (count: number) => `Only the first ${count.toLocaleString('en')} files are shown.`,
  sameFolder: 'A downloaded notebook reads these files from its own folder.',
  deleted: (name: string) => `“${name}” was deleted.`,
  undoDelete: (name: string) => `Undo deleting ${name}`,
  trash: (count: number) => `Deleted files (${count})`,
} as const;
