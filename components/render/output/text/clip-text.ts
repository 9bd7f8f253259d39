/** Long text cut to what a page can hold: the start and the end, and how much is between them. */
interface ClippedText {
  readonly head: string;
  /** Empty when nothing was cut. */
  readonly tail: string;
  readonly hiddenCharacters: number;
}

/** Keeps about `maxCharacters`, two thirds of them from the start, cut at nearby line ends if there are any. */
export function clipText(text: string, maxCharacters: number): ClippedText {
  if (text.length <= maxCharacters) return { head: text, tail: '', hiddenCharacters: 0 };
  const headEnd = endOfLineBefore(text, Math.floor((maxCharacters * 2) / 3));
  const tailStart = startOfLineAfter(text, text.length - Math.floor(maxCharacters / 3));
  return {
    head: text.slice(0, headEnd),
    tail: text.slice(tailStart),
    hiddenCharacters: tailStart - headEnd,
  };
}

const MAX_LINE_SEARCH = 400;

function endOfLineBefore(text: string, index: number): number {
  const newline = text.lastIndexOf('\n', index - 1);
  return newline > index - MAX_LINE_SEARCH ? newline + 1 : index;
}

function startOfLineAfter(text: string, index: number): number {
  const newline = text.indexOf('\n', index);
  return newline >= 0 && newline < index + MAX_LINE_SEARCH ? newline + 1 : index;
}
