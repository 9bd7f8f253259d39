/** Words below an answer about its numbers. */
export const ANSWER_TEXTS = {
  notFound: (texts: readonly string[]) =>
    `Not found in the outputs (errors and warnings aside): ${texts.join(', ')}.`,
} as const;
