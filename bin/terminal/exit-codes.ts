/** Exit codes of the `actbook` command. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  stopped: 3,
  notIsolated: 4,
  unproven: 5,
  asked: 6,
  interrupted: 130,
} as const;
