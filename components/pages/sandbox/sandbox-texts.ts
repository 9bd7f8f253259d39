/** Words of the bar about isolation. */
export const SANDBOX_TEXTS = {
  notIsolated: 'Code is not isolated: it runs with your permissions and can use your files and network.',
  turnedOff: 'ACTBOOK_SANDBOX is set to off.',
} as const;
