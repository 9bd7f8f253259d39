/** Adds the period that Python's error messages lack. */
export function toSentence(text: string): string {
  return text === '' || /[.!?…]$/.test(text) ? text : `${text}.`;
}
