/** What is said of outputs of every kind, and of those that cannot be shown. */
export const OUTPUT_TEXTS = {
  notShown: 'This output could not be shown.',
} as const;
