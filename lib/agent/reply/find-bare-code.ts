import type { Language } from '../../execution/languages/language.ts';
import { looksLikeCode } from '../../execution/languages/looks-like-code.ts';
import { dropLoneLabel } from './to-source.ts';

/** Begins code in the replies of Llama 3.1 and later, and in a notebook. */
const PROMPT = /^(?:<\|python_tag\|>|In ?\[\d{0,5}\]:(?!.*\nIn ?\[)[ \t]*\n?)/;
/** Alone on a line, or at the end of the last line of code. */
const CLOSER =
  /(?:^[ \t]{0,40}(?:`{3,}|\[\/(?:PYTHON|INST)\]|#{0,6} ?END(?: OF)?(?: SOLUTION| CODE)?)|<\/[a-z_]{2,20}>)[ \t]*$/gim;
const MAX_CLOSERS = 4;

/** Code with no opener: all of the text, or all before a lone closer (the prompt may have held the opener). */
export function findBareCode(text: string, language: Language): string | null {
  const [tag = ''] = PROMPT.exec(text) ?? [];
  const rest = text.slice(tag.length);
  const closers = [...rest.matchAll(CLOSER)].slice(0, MAX_CLOSERS);
  for (const end of [...closers.map(({ index }) => index), rest.length]) {
    const before = rest.slice(0, end).trim();
    const source = dropLoneLabel(before, language);
    const isMarked = end < rest.length || tag !== '' || source !== before;
    if (looksLikeCode(language, source, { strict: !isMarked })) return source;
  }
  return null;
}
