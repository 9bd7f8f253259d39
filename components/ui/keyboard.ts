/** The key; for a letter of another script, as on a Greek or Russian keyboard, the Latin letter printed beside it. */
export function readKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const isForeign = /^(?!\p{Script=Latin})\p{L}$/u.test(key) && /^Key[A-Z]$/.test(code);
  return isForeign ? code.slice(3).toLowerCase() : key;
}

/** Whether the key belongs to an input method. Only for what hears the keys of the code editor: see COMPOSING_SCRIPT. */
export function isComposing(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === 229;
}

/** Whether the focus is in a field for text, also an empty one: a user who went there may be about to type. */
export function isInTextField(): boolean {
  return document.activeElement?.closest('input, textarea, [contenteditable="true"]') != null;
}
