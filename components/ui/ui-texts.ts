/** Words that controls of the whole page share. */
export const UI_TEXTS = {
  tryAgain: 'Try again',
  details: 'Details',
  less: 'Less',
  more: (count: number) => `${count} more`,
  startPage: 'Actbook, start page',
  toStart: 'Go to the start page',
  theme: (choice: string, next: string) => `Theme: ${choice}. Change to ${next}.`,
  notLoaded: 'This part could not be loaded. Reload the page.',
  copyRefused: 'The browser blocked copying.',
} as const;
