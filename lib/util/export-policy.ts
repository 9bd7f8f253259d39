/** Content-Security-Policy of an exported page, written in it, and sent with one that is shared. */

const INERT =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; form-action 'none'; base-uri 'none'";

/** Nothing loads, and nothing acts but scripts of these sources: hashes of those that draw charts. */
export function toExportPolicy(scriptSources: readonly string[] = []): string {
  if (scriptSources.length === 0) return INERT;
  // Frames have the page's policy. Their libraries draw pictures as blobs.
  const frames = "img-src data: blob:; frame-src 'none'";
  return `${INERT.replace('img-src data:', frames)}; script-src ${scriptSources.join(' ')}`;
}

const START = '<meta http-equiv="Content-Security-Policy" content="';

export function writePolicy(policy: string): string {
  return `${START}${policy}">`;
}

/** The policy of a page that this wrote: it is before everything that anyone else wrote. */
export function readPolicy(page: string): string {
  const start = page.indexOf(START) + START.length;
  return start < START.length ? INERT : page.slice(start, page.indexOf('"', start));
}
