/** Words about outputs that are not text, which are drawn when they are seen. */
export const DRAWING_TEXTS = {
  actions: 'Output actions',
  saveAs: (name: string) => `Save as ${name}`,
  copyAs: (format: string) => `Copy as ${format}`,
  actionFailed: 'The browser blocked this action.',
  loading: 'Loading the output…',
  notLoaded: 'This output could not be loaded. Reload the page to try again.',
  unknownFormat: 'This output is in a format that cannot be shown here.',
  notPlayed: (mimeType: string) => `This ${mimeType} output could not be played.`,
  videoCaption: 'Video from this cell, without captions.',
  audioCaption: 'Audio from this cell, without captions.',
} as const;
