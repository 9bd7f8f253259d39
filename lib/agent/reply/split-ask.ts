import { splitChoices } from '../../util/split-choices.ts';

/** `Ask: Which revenue? [net / gross]`, as the last line of a reply. */
const ASK = /(?:^|\n)[ \t]*(?:[*_#>`-]+[ \t]*)?ask[*_]*:[*_]*[ \t]*(\S[^\n]*)$/i;

export interface AskedBack {
  readonly question: string;
  /** The first is what the model would take by itself. Empty where anything can be the answer. */
  readonly choices: string[];
  /** The whole reply without the marks. */
  readonly text: string;
}

/** A reply that asks the user; null for any other. */
export function splitAsk(reply: string): AskedBack | null {
  const text = reply.trimEnd();
  const found = ASK.exec(text);
  if (!found?.[1]) return null;
  const split = splitChoices(found[1]);
  const { choices } = split;
  const question = split.question.replace(/[*_]+$/, '').trim();
  const before = text.slice(0, found.index).trimEnd();
  return question === ''
    ? null
    : { question, choices, text: before === '' ? question : `${before}\n\n${question}` };
}

/** The question that a text ends with; null where it ends otherwise. */
export function findLastQuestion(text: string): string | null {
  return (
    /(?:^|[.!?:\n]\s*)([^.!?\n][^\n]{0,500}?[?？])["”»)*_\s]*$/.exec(text.trimEnd())?.[1]?.trim() ?? null
  );
}
