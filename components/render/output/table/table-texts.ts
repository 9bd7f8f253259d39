/** Words around a data frame. Sizes are written as `10 of 1,204 rows × 3 columns`. */
export const TABLE_TEXTS = {
  name: (size: string) => `Table: ${size}`,
  size: (rows: string, columns: string) => `${rows} × ${columns}`,
  part: (shown: number, total: string) => `${shown.toLocaleString('en')} of ${total}`,
  sortedPart: (size: string) => `${size}, sorted among the rows shown`,
  actions: 'Table actions',
  copied: (size: string) => `Copied ${size}`,
  sortBy: (column: string) => `Sort by ${column}`,
} as const;
