import { readNameWords, toRoot, type Word } from './words.ts';

/** Where "inspected" is in a question to `inspections.csv`: it says what makes a row. */
export function findRowVerbs(words: readonly Word[], file: string): number[] {
  const roots = new Set(readNameWords(file.replace(/\.\w+$/, '')).map(({ stem }) => toRoot(stem)));
  return words.flatMap(({ lower, stem }, at) => {
    const root = /ed$/.test(lower) ? toRoot(stem) : '';
    return root !== '' && roots.has(root) ? [at] : [];
  });
}
