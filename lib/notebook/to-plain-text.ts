import { removeTerminalCodes } from './styled-runs.ts';

const CONTROL = /(?![\n\t])\p{Cc}/u;

/** Text a program wrote for a terminal, without colors, cursor movements or control characters; line ends are `\n`. */
export function toPlainText(text: string): string {
  // Most text has none, and a prompt reads every cell's again.
  if (!CONTROL.test(text)) return text;
  return removeTerminalCodes(text).replaceAll(/\r\n?/g, '\n').replaceAll(new RegExp(CONTROL, 'gu'), '');
}
