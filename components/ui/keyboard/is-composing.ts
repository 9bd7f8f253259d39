/** Whether the key belongs to an input method. Only for what hears the keys of the code editor: see COMPOSING_SCRIPT. */
export function isComposing(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === 229;
}
