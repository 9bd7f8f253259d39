/** Words of the panel about runs. */
export const RUN_PANEL_TEXTS = {
  empty: 'Steps, tokens, and time of each run appear here.',
  allRuns: 'All runs',
  tokens: (count: number) => `${count.toLocaleString('en')} tokens`,
} as const;
