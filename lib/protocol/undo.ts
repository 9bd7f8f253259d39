/** How long the page offers to undo the deletion of a session, and its kernel lives, milliseconds. */
export const UNDO_MS = 30_000;
