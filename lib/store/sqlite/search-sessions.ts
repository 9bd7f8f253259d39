/** Finding sessions by the words of their titles and of the questions asked in them. */

const MAX_QUESTION_LENGTH = 200;

export interface SearchedText {
  title: string;
  /** One a line. */
  questions: string;
}

/** Whether every word occurs, in whatever case; every text matches a search without words. */
export function matchesSearch({ title, questions }: SearchedText, search: string): boolean {
  const text = fold(`${title}\n${questions}`);
  return toWords(search).every((word) => text.includes(word));
}

/** The question that matches best where the title alone does not say why; null otherwise. */
export function findQuestion({ title, questions }: SearchedText, search: string): string | null {
  const missing = toWords(search).filter((word) => !fold(title).includes(word));
  if (missing.length === 0) return null;
  const counted = questions.split('\n').map((question) => {
    const text = fold(question);
    return { question, hits: missing.filter((word) => text.includes(word)).length };
  });
  const [best] = counted.sort((one, other) => other.hits - one.hits);
  return !best || best.hits === 0 ? null : shorten(best.question, findPlace(best.question, missing));
}

/** Where the first of the words is that occur. */
function findPlace(question: string, words: readonly string[]): number {
  const text = fold(question);
  const foldedPlace = Math.min(...words.map((word) => text.indexOf(word)).filter((place) => place >= 0));
  // Folded text can be longer or shorter.
  let foldedLength = 0;
  let place = 0;
  for (const character of question) {
    foldedLength += fold(character).length;
    if (foldedLength > foldedPlace) break;
    place += character.length;
  }
  return place;
}

/** A long question is cut around the place that matched. */
function shorten(question: string, place: number): string {
  if (question.length <= MAX_QUESTION_LENGTH) return question;
  const start = Math.max(0, Math.min(place - 40, question.length - MAX_QUESTION_LENGTH));
  const end = start + MAX_QUESTION_LENGTH;
  return `${start > 0 ? '…' : ''}${question.slice(start, end)}${end < question.length ? '…' : ''}`;
}

function toWords(search: string): string[] {
  return fold(search).split(/\s+/).filter(Boolean);
}

/** Case and accents do not count. */
function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
