/** Text for one line of Markdown: nothing in it is read as Markdown. */
export function toPlainWords(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\|<>`*_[\]$~]/g, '\\$&');
}
