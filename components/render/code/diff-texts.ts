/** Words of a difference between two texts. */
export const DIFF_TEXTS = {
  difference: 'Difference',
  skippedLines: (count: number) => (count === 1 ? '1 line unchanged' : `${count} lines unchanged`),
  lineKind: { added: 'Added:', removed: 'Removed:' },
} as const;
