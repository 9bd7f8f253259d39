/** Words for when a message reaches the agent. */
export const TIMING_TEXTS = {
  label: 'The agent sees this',
  later: 'after this cell',
  now: 'now: interrupt the cell',
} as const;
