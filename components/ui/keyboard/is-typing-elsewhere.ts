/** Whether the user is writing somewhere: then nothing may take the focus. */
export function isTypingElsewhere(): boolean {
  const focused = document.activeElement;
  const isField = focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement;
  if (isField) return focused.value !== '';
  return focused instanceof HTMLElement && focused.isContentEditable && focused.textContent !== '';
}
