/**
 * Address of a frame document on this machine's other name. A browser takes that for another site and gives the frame a
 * process of its own: what computes there does not hold up the page.
 */
export function toFrameUrl(file: string): string {
  const { protocol, hostname, port } = location;
  const sibling = hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return `${protocol}//${sibling}${port && `:${port}`}/frame/${file}`;
}
