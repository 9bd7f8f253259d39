/** Words of the composer. */
export const COMPOSER_TEXTS = {
  attach: 'Attach files',
  database: 'Connect a database',
  attached: 'Attached files',
  remove: (name: string) => `Remove ${name}`,
  dropHint: 'Drop files to attach them',
  folderNotRead: 'The browser could not read this folder. Drop the files inside instead.',
  askAboutFiles: (count: number) => `Ask a question about ${count === 1 ? 'this file' : 'these files'}`,
} as const;
