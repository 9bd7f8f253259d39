/** Words of the page that takes the place of a notebook that cannot be followed. */
export const CONNECTION_TEXTS = {
  missing: {
    title: 'This notebook is not here',
    text: 'No notebook was found at this address. It may have been deleted.',
  },
  'signed-out': {
    title: 'You are logged out',
    text: 'Open the link that the terminal shows when Actbook starts.',
  },
} as const;
