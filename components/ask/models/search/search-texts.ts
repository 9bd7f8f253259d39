/** Words of the list of models. */
export const SEARCH_TEXTS = {
  search: 'Search models',
  list: 'Models',
  noMatch: 'No matching models.',
  more: (count: number) => `${count.toLocaleString('en')} more. Type part of a name to find them.`,
  found: 'found on this machine',
} as const;
