/** With a full stop, which what Python says of an error has not. */
export function toSentence(text: string): string {
  return text === '' || /[.!?…]$/.test(text) ? text : `${text}.`;
}
