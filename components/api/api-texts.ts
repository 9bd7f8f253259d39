/** What the page says when the server cannot be reached or its reply cannot be read. */
export const API_TEXTS = {
  unreachable: 'The Actbook server did not respond. Make sure that it is running, then try again.',
  notJson: 'The server sent a reply that is not JSON. Reload the page.',
  tooLarge: (name: string, limitBytes: number) =>
    `${name} is larger than ${Math.floor(limitBytes / 1000 ** 2)} MB, the most that can be added.`,
  failed: (status: number) => `The server returned status ${status}. Try again.`,
} as const;
