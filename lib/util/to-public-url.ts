/** An address as it may be shown and logged: without user, password and query, where users put keys. */
export function toPublicUrl(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.origin}${parsed.pathname}` : url;
}
