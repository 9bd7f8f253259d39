/** Words of the model picker. Two sentences with code in them are in `setup-text.tsx`. */
export const MODEL_TEXTS = {
  choose: 'Choose the model',
  use: 'Use a language model',
  chooseLocal: (server: string) => `${server} is running on this machine: choose a model`,
  review: 'Review each answer before showing it (one more model call)',
  asking: 'Asking the model servers…',
  askAgain: 'Ask the model servers again',
  search: 'Search models',
  list: 'Models',
  noMatch: 'No matching models.',
  more: (count: number) => `${count.toLocaleString('en')} more. Type part of a name to find them.`,
  found: 'found on this machine',
} as const;
