import { fillReferences } from '../../../references/fill-references.ts';
import { findReferences, type Reference } from '../../../references/find-references.ts';
import { readValues } from '../../../references/read-values.ts';
import { listValues } from '../../../references/write-values-cell.ts';
import { type Cell, findCell, type Session } from '../../session.ts';

/**
 * The answer with the values that their cell has found since. Null for one without references, where the values are the same or
 * cannot be read, and where the user has changed the words between them.
 */
export function refillAnswer(session: Session, { source, values }: Cell): string | null {
  const from = values && findCell(session, values.cellId);
  if (!values || from?.status !== 'ok') return null;
  const references = findReferences(values.template);
  if (!hasWordsOf(values.template, references, source)) return null;
  const read = readValues(listValues(references), from.outputs);
  if ('problem' in read) return null;
  const { text } = fillReferences(values.template, references, read.texts);
  return text === source ? null : text;
}

/** Whether all that is between the references of a template is in the text, in order. */
function hasWordsOf(template: string, references: readonly Reference[], text: string): boolean {
  const starts = [0, ...references.map(({ end }) => end)];
  const words = starts.map((start, at) => template.slice(start, references[at]?.start));
  let at = 0;
  for (const each of words) {
    const found = text.indexOf(each, at);
    if (found < 0) return false;
    at = found + each.length;
  }
  return text.startsWith(words[0] ?? '') && text.endsWith(words.at(-1) ?? '');
}
