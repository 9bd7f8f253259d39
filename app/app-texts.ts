/** Words of the error and not-found pages, and the description of every page. */
export const APP_TEXTS = {
  description: 'Ask about your data. An agent writes the code and runs it in a live notebook.',
  failed: {
    title: 'This page could not be displayed',
    text: 'Your notebooks are safe. If this happens again, look in the terminal that runs Actbook for the cause.',
  },
  notFound: {
    title: 'Page not found',
    text: 'The notebook may have been deleted, or the address may be incomplete.',
  },
} as const;
