/** How long a deleted session can be brought back, milliseconds. */
export const UNDO_MS = 30_000;
