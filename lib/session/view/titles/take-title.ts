import { deriveTitle } from './derive-title.ts';
import { splitTitle } from './split-title.ts';

/** An answer without the line that names the notebook, and that name; empty if there is no such line. */
export function takeTitle(text: string): { answer: string; title: string } {
  const { answer, title: line } = splitTitle(text);
  const title = deriveTitle(line);
  return title === '' ? { answer: text, title: '' } : { answer, title };
}
