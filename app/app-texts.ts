/** Words of pages that show no notebook. */
export const APP_TEXTS = {
  description: 'Ask about your data. An agent writes the code and runs it in a live notebook.',
  failed: {
    title: 'This page could not be displayed',
    text: 'Your notebooks are safe. If this happens again, see the terminal that runs Actbook.',
  },
  notFound: {
    title: 'Page not found',
    text: 'The notebook may have been deleted, or the address is incomplete.',
  },
} as const;
