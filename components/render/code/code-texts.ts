/** Words around blocks of code. */
export const CODE_TEXTS = {
  copy: 'Copy code',
  lineMarked: (line: number) => `Line ${line} is marked.`,
} as const;
