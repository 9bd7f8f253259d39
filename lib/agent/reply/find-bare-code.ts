import type { Language } from '../../execution/languages/language.ts';
import { looksLikeCode } from '../../execution/languages/looks-like-code.ts';
import { dropLoneLabel } from './to-source.ts';

/** Begins code in the replies of Llama 3.1 and later. */
const LLAMA_TAG = '<|python_tag|>';
/** Alone on a line, or at the end of the last line of code. */
const CLOSER =
  /(?:^[ \t]{0,40}(?:`{3,}|\[\/(?:PYTHON|INST)\]|#{0,6} ?END(?: OF)?(?: SOLUTION| CODE)?)|<\/[a-z_]{2,20}>)[ \t]*$/gim;
const MAX_CLOSERS = 4;

/** Code with no opener: all of the text, or all before a lone closer (the prompt may have held the opener). */
export function findBareCode(text: string, language: Language): string | null {
  const [tag, rest] = text.startsWith(LLAMA_TAG) ? [LLAMA_TAG, text.slice(LLAMA_TAG.length)] : ['', text];
  const closers = [...rest.matchAll(CLOSER)].slice(0, MAX_CLOSERS);
  for (const end of [...closers.map(({ index }) => index), rest.length]) {
    const before = rest.slice(0, end).trim();
    const source = dropLoneLabel(before, language);
    const isMarked = end < rest.length || tag !== '' || source !== before;
    if (looksLikeCode(language, source, { strict: !isMarked })) return source;
  }
  return null;
}
