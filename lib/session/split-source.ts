/** The two parts of a source around a place, without the line breaks between them. */
export function splitSource(source: string, at: number): [before: string, after: string] {
  return [source.slice(0, at).replace(/\n+$/, ''), source.slice(at).replace(/^\n+/, '')];
}
