/** How long a link waits, milliseconds. */
export const LINK_LIMITS_MS = {
  /** For the first answer of a kernel that starts. */
  ready: 60_000,
  /** For a server to let in the successor of a process that crashed. */
  recovery: 10_000,
  /** For a dropped connection to come back, which is tried after `reconnectDelay`. */
  reconnect: 30_000,
  reconnectDelay: 1_000,
  /** For what a kernel has shown, where its control channel is not served while code runs. */
  settle: 500,
  /** For a sign of life. */
  alive: 10_000,
};
