/** Words around pictures, and for users who do not see them. */
export const IMAGE_TEXTS = {
  enlarge: (description: string) => `Enlarge: ${description}`,
  plot: (figure: string) => `Plot. ${figure}`,
  picture: (words: string) => `Picture: ${words}`,
  undescribed: 'Picture without a description',
  actions: 'Picture actions',
  copyAsImage: 'Copy as image',
  notCopied: 'This picture cannot be copied. Save it instead.',
  stage: 'Picture; scroll with the arrow keys',
  zoomOut: 'Zoom out',
  zoomIn: 'Zoom in',
  fitHint: 'Fit to window (0)',
  actualSize: '100%',
  actualSizeHint: 'Actual size (1)',
} as const;
