/** What a notebook is called in lists, links, and files: its title, or `New notebook` until it has one. */
export function nameNotebook(title: string): string {
  return title || 'New notebook';
}
