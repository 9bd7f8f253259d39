/** Words that are announced while the agent works. */
export const ANNOUNCER_TEXTS = {
  announcedStep: (count: number) => `Step ${count}.`,
} as const;
