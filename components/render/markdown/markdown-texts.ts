/** Words for what Markdown may not show. */
export const MARKDOWN_TEXTS = {
  hiddenImage: (alt: string) => (alt ? `Image: ${alt}` : 'Image not shown'),
} as const;
