/** Words below an answer about its numbers. */
export const ANSWER_TEXTS = {
  notFound: (texts: readonly string[]) => `Not found in the text of any output: ${texts.join(', ')}.`,
} as const;
