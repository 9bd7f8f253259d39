/** Whether the focus is in a field for text, also an empty one: a user who went there may be about to type. */
export function isInTextField(): boolean {
  return document.activeElement?.closest('input, textarea, [contenteditable="true"]') != null;
}
