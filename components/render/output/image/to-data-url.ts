/** The address of a picture that is in the log: SVG as text, others as base64. */
export function toDataUrl(mimeType: string, text: string): string {
  if (mimeType === 'image/svg+xml') return `data:${mimeType};charset=utf-8,${encodeURIComponent(text)}`;
  return `data:${mimeType};base64,${text.replaceAll(/\s/g, '')}`;
}
