/** Exit codes of the `actbook` command; `docs/command-line.md` says what each means. `unproven` is decided by `prove-answer.ts`. */
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
