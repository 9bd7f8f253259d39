import { nameNotebook } from './name-notebook.ts';

/** The title of a branch, which no other notebook has: `Sales` → `Sales (2)` → `Sales (3)`. */
export function nameBranch(title: string, taken: readonly string[]): string {
  const stem = nameNotebook(title).replace(/ \(\d+\)$/, '');
  let count = 2;
  while (taken.includes(`${stem} (${count})`)) count += 1;
  return `${stem} (${count})`;
}
