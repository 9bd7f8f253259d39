/** A `data:` URL with a picture that the log contains as text or base64. An SVG is percent-encoded, others stay base64. */
export function toDataUrl(mimeType: string, text: string): string {
  if (mimeType === 'image/svg+xml') return `data:${mimeType};charset=utf-8,${encodeURIComponent(text)}`;
  return `data:${mimeType};base64,${text.replaceAll(/\s/g, '')}`;
}
