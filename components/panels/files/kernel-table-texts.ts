/** Words around a table that the kernel reads. */
export const KERNEL_TABLE_TEXTS = {
  reading: 'Asking the kernel…',
  sheets: 'Sheets',
  about: {
    variables: (name: string) => `About \`${name}\`:`,
    files: (name: string) => `About the file ${name}:`,
    displays: () => 'About this table:',
  },
} as const;
