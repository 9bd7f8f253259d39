/** Words in the headings of a table. */
export const TABLE_VIEW_TEXTS = {
  sortBy: (column: string) => `Sort by ${column}`,
  unnamed: '(no name)',
} as const;
