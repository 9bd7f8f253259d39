/** How long a request waits for a lock that another process has on the database, milliseconds. */
export const LOCK_WAIT_MS = 10_000;
