/** Words of the outline. */
export const OUTLINE_TEXTS = {
  empty: 'Questions, answers, headings, and errors will appear here.',
} as const;
