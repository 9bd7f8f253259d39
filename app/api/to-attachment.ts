/** Headers that make a browser save a response under this name. */
export function toAttachment(fileName: string): Record<string, string> {
  const encoded = encodeURIComponent(fileName).replaceAll(/['()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  });
  return {
    'content-disposition': `attachment; filename*=UTF-8''${encoded}`,
    'cache-control': 'private, no-store',
  };
}
