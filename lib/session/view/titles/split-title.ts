import { deriveTitle } from './derive-title.ts';

/** The last line of a text, with the marks that models put around it. */
const TITLE_LINE = /\n[ \t]*(?:[*_#>`-]+[ \t]*)?title[*_]*:[*_]*[ \t]*(\S.*?)[ \t]*$/i;

/** Separates an answer from its title line. The title is empty if the answer has none. */
export function splitTitle(text: string): { answer: string; title: string } {
  const found = TITLE_LINE.exec(text.trimEnd());
  const answer = text.slice(0, found?.index ?? text.length).trimEnd();
  const title = (found?.[1] ?? '').replaceAll(/^["“'*_`]+|["”'*_`]+$/g, '');
  // A title alone answers nothing.
  return answer.trim() === '' || !/[\p{L}\p{N}]/u.test(title)
    ? { answer: text, title: '' }
    : { answer, title };
}

/** Splits off the line of an answer that names the notebook. The title is empty if the answer has no such line. */
export function takeTitle(text: string): { answer: string; title: string } {
  const { answer, title: line } = splitTitle(text);
  const title = deriveTitle(line);
  return title === '' ? { answer: text, title: '' } : { answer, title };
}
