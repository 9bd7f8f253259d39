import type { Language } from '../../execution/languages/language.ts';
import { dropLoneLabel } from './to-source.ts';

/** Begins code in the replies of Llama 3.1 and later. */
const LLAMA_TAG = '<|python_tag|>';
const LONE_CLOSER = /^[ \t]{0,40}(?:`{3,}|<\/(?:execute|code)>|\[\/PYTHON\]|#{0,6} ?END SOLUTION)[ \t]*$/im;

/** Code with no opener: all of the text, or all before a lone closer (the prompt may have held the opener). */
export function findBareCode(text: string, language: Language): string | null {
  const [tag, rest] = text.startsWith(LLAMA_TAG) ? [LLAMA_TAG, text.slice(LLAMA_TAG.length)] : ['', text];
  const closer = LONE_CLOSER.exec(rest);
  const before = rest.slice(0, closer?.index).trim();
  const source = dropLoneLabel(before, language);
  const isMarked = closer !== null || tag !== '' || source !== before;
  return language.looksLikeCode(source, { strict: !isMarked }) ? source : null;
}
