/** What a notebook is called in lists, links, and files: its title, or `New notebook` until it has one. */
export function nameNotebook(title: string): string {
  return title || 'New notebook';
}

/** The title of a branch, which no other notebook has: `Sales` → `Sales (2)` → `Sales (3)`. */
export function nameBranch(title: string, taken: readonly string[]): string {
  const stem = nameNotebook(title).replace(/ \(\d+\)$/, '');
  let count = 2;
  while (taken.includes(`${stem} (${count})`)) count += 1;
  return `${stem} (${count})`;
}
