const ESCAPE = String.fromCharCode(27);
const BELL = String.fromCharCode(7);
/** Colours and other commands to a terminal, links and titles among them. */
const SEQUENCES = new RegExp(
  `${ESCAPE}(?:\\][^${BELL}${ESCAPE}]*(?:${BELL}|${ESCAPE}\\\\)|\\[[0-?]*[ -/]*[@-~]|[@-Z\\\\-_])`,
  'g',
);

/** Text without its terminal commands. */
export function stripAnsi(text: string): string {
  return text.replaceAll(SEQUENCES, '');
}
