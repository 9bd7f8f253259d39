import { trimEndLines } from '../../util/trim-end-lines.ts';

/** The two parts of a source around a place, without the line breaks between them. */
export function splitSource(source: string, at: number): [before: string, after: string] {
  return [trimEndLines(source.slice(0, at)), source.slice(at).replace(/^\n+/, '')];
}
