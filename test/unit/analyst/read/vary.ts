/** Variants of a question that must not be answered as the question is: a word less, a word more, an unknown word. */

/** Words that change what a question means, wherever they are put. */
export const CHANGING_WORDS: readonly string[] =
  'second cumulative relative running only except non not per between average median each twice half previous without monthly minus never other before after least total different first ratio above missing'.split(
    ' ',
  );
/** What the reader may leave out, and what says the same twice: the words of a polite or a fuller sentence. */
export const FILLING_WORDS: ReadonlySet<string> = new Set(
  'the a an please me us our my your show list all there are is was were do does did have has had what which that of in for it its and with to be'.split(
    ' ',
  ),
);

export function wordsOf(question: string): string[] {
  return question.replace(/[?.!]$/, '').split(' ');
}

/** The question without each word that is not a filling word. */
export function listDeletions(question: string): { text: string; word: string }[] {
  const words = wordsOf(question);
  return words.flatMap((word, index) => {
    const plain = word.toLowerCase().replace(/[,:;]$/, '');
    return FILLING_WORDS.has(plain) ? [] : [{ text: words.toSpliced(index, 1).join(' '), word }];
  });
}

/** The question with the word at each place. */
export function listInsertions(question: string, word: string): { text: string; index: number }[] {
  const words = wordsOf(question);
  return Array.from({ length: words.length + 1 }, (_, index) => ({
    text: words.toSpliced(index, 0, word).join(' '),
    index,
  }));
}

/** Changes that leave the meaning as it is, and why. */
export const isSame = {
  /** Words that only name more fully what is named without them: half of a name, a unit, a verb beside its object. */
  deleted(word: string, text: string): boolean {
    const plain = word.toLowerCase().replace(/[,?]$/, '');
    return text.trim() === '' || FULLER_WORDS.has(plain) || FULLER_TEXTS.some((part) => text.includes(part));
  },
  /** "only" beside a condition keeps what the condition says; a total may be called total, a growth relative. */
  inserted(word: string, text: string): boolean {
    return word === 'only' || REPEATED_TEXTS.some((part) => text.toLowerCase().includes(part));
  },
};
const FULLER_WORDS: ReadonlySet<string> = new Set(
  'orders employees shops trip trips penguins units unit body mass bill flipper length wind floor station ship order order_date at on from come comes came go fell sold were placed ordered started ended hired made any this chart plot compare whose euros usd km mm g % use using sorted only either we thanks weigh single count number how change date those line bar when where'.split(
    ' ',
  ),
);
/** Customers are counted once each; a share is of a total; sides are compared by averages. */
const FULLER_TEXTS: readonly string[] = [
  'revenue discount is 0',
  'number of customers',
  'how many products',
  'what share of revenue comes',
  'to two decimals',
  'how higher is',
  'for returned orders',
  'colder than Bravo on in',
  '5 hottest days',
  'rows rainfall is missing',
  'How warm was it on in',
  'how many were below',
  'people in Sales',
  'how many work in Sales',
  'employees remotely',
  'revenue per order',
  'to 1 decimal',
  'employees are female',
  'not made members',
  'station, a bar chart',
  'values are there in column',
  'orders whose is not',
  'rainfall Alpha and',
  'only returned total',
  'returned orders: total',
  'how many customers ordered',
  'difference women and',
  'share of electric',
  'did rainfall change',
  'in rainfall 2021 and',
  'of the are women',
  'rank by revenue',
  'rank them revenue',
  'three regions number of',
  'mean body mass of Adelie',
  'how many are above the average',
  'which doctor the most',
];
const REPEATED_TEXTS: readonly string[] = [
  'body mass average',
  'total',
  'average cost per',
  'average revenue per order',
  'what different products',
  'how many different cities',
  'per destination',
  'each destination',
  'and per region',
  'and each region',
];
