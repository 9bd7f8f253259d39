/** Whether a reply ends with its only block, in an unknown language, and that holds a value that code has to compute. */
import { isFenceLabel, isOtherLabel } from '../../execution/languages/is-fence-label.ts';
import type { Language } from '../../execution/languages/language.ts';
import type { Piece } from './split-reply.ts';

const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;
/** The grammars of some languages know brackets only. */
const SENTENCE = /(?<!\p{L})\p{L}{2,} \p{L}{2,} \p{L}{2,}/u;
/** An operator, an attribute or an index. A slash between words is a path, and hyphens alone make a date. */
const COMPUTES =
  /[\p{L}\p{N}_)\]]\s*(?:\*{1,2}|\/\/|[+%@<>]=?|[=!]=)\s*[\p{L}\p{N}_([-]|[\d)\]]\s+-\s+[\d([]|\d\s*\/\s*\d|[\p{L}_)\]]\.[\p{L}_]|[\p{L}\p{N}_)\]]\[/u;

export function isLoneValue(pieces: readonly Piece[], language: Language): boolean {
  const words = pieces.filter((piece) => piece.type === 'text' && piece.text.trim() !== '');
  const blocks = pieces.flatMap((piece) => (piece.type === 'block' ? [piece.block] : []));
  const [block, ...others] = blocks;
  if (!block || others.length > 0) return false;
  const { label, body } = block;
  const value = body.trim();
  if (isFenceLabel(label, language) || isOtherLabel(label, language)) return false;
  if (!language.isValid(value) || SENTENCE.test(value.replaceAll(/[([{][\s\S]*[)\]}]/g, ''))) return false;
  const computes = COMPUTES.test(value.replaceAll(/"[^"\n]*"|'[^'\n]*'/g, '""'));
  if (words.length === 0) return computes || (label !== '' && NAME.test(value));
  const last = pieces.findLast((piece) => piece.type === 'block' || piece.text.trim() !== '');
  return computes && label !== '' && last?.type === 'block';
}
