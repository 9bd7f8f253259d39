/** Words of the dialog that shows a table of the kernel. */
export const VARIABLE_TABLE_TEXTS = {
  reading: 'Asking the kernel…',
  rows: (name: string) => `Rows of ${name}`,
  goToRow: 'Go to row',
  columnsBefore: 'Previous columns',
  columnsAfter: 'Next columns',
  range: (noun: string, from: number, to: number, total: number) =>
    `${noun} ${[from, to].map((each) => each.toLocaleString('en')).join('–')} of ${total.toLocaleString('en')}`,
  none: (noun: string) => `No ${noun.toLowerCase()}`,
} as const;
