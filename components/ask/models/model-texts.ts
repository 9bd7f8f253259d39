/** Words of the model picker. */
export const MODEL_TEXTS = {
  choose: 'Choose the model',
  use: 'Use a language model',
  chooseLocal: (server: string) => `${server} is running on this machine: choose a model`,
  review: 'Review each answer before showing it (one more model call)',
  asking: 'Asking the model servers…',
  connect: 'Connect a model…',
  removed: (label: string) => `The model server “${label}” was removed. Choose another model.`,
  askAgain: 'Ask the model servers again',
} as const;
