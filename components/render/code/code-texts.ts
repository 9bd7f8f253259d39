/** Words around blocks of code. */
export const CODE_TEXTS = {
  copy: 'Copy code',
  difference: 'Difference',
  skippedLines: (count: number) => (count === 1 ? '1 line unchanged' : `${count} lines unchanged`),
  lineKind: { added: 'Added:', removed: 'Removed:' },
  lineMarked: (line: number) => `Line ${line} is marked.`,
} as const;
