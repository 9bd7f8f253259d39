/** Text a program wrote for a terminal, without what only a terminal understands. */

const ESC = '\\u001b';
/** Control sequences (ECMA-48 §5.4), strings such as titles and links (§5.6), and two-character escapes. */
const TERMINAL_CODES = new RegExp(
  `(?:${ESC}\\[|\\u009b)[0-?]*[ -/]*[@-~]|${ESC}[\\]PX^_][^\\u0007\\u001b\\u009c]*(?:\\u0007|${ESC}\\\\|\\u009c)|${ESC}[ -/]*[0-~]`,
  'gu',
);

const CONTROL = /(?![\n\t])\p{Cc}/u;

/** No colours, cursor movements or control characters; line ends are `\n`. */
export function toPlainText(text: string): string {
  // Most text has none, and a prompt reads every cell's again.
  if (!CONTROL.test(text)) return text;
  return text
    .replaceAll(TERMINAL_CODES, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(new RegExp(CONTROL, 'gu'), '');
}
