/** Words of the notices that a notebook can open with. */
export const FIRST_NOTICE_TEXTS = {
  reconnecting: 'The connection to Actbook was lost. Reconnecting; until then, this page may be out of date.',
  notIsolated: 'Code in this notebook is not isolated: it can use your files and your network.',
  notIsolatedShort: 'Not isolated',
  networkAllowed: 'This notebook has network access: code can send your data anywhere.',
  networkAllowedShort: 'Network access',
  imported: (name: string, hasOutputs: boolean) =>
    hasOutputs
      ? `Opened from ${name}. Its outputs come from the file: run its cells, or ask the agent to continue.`
      : `Opened from ${name}. Run its cells, or ask the agent to continue.`,
} as const;
