/** How long the page offers to undo a deletion; a session keeps its kernel that long, a server its key. Milliseconds. */
export const UNDO_MS = 30_000;
