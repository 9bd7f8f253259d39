/** How long deleted notebooks and files can be restored, milliseconds: 30 days. */
export const TRASH_MS = 30 * 24 * 60 * 60_000;
