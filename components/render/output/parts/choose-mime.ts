/** Which form of an output the page draws; `mime-output.tsx` has the component of each kind. */

import { CHART_MIME_TYPES } from '../../../../lib/notebook/chart-viewers.ts';
import { isBlobRef, toText } from '../../../../lib/notebook/mime-value.ts';
import type { MimeBundle } from '../../../../lib/notebook/output.ts';
import type { OutputDigest } from '../../../../lib/notebook/output-digest.ts';

/** How a MIME type is drawn, best first. A pattern matches the whole type. */
const DRAWN_BEST_FIRST = [
  [/^application\/vnd\.jupyter\.widget-view\+json$/, 'widget'],
  [/^application\/vnd\.bokehjs_load\.v0\+json$/, 'nothing'],
  ...CHART_MIME_TYPES,
  [/^text\/html$/, 'html'],
  [/^text\/markdown$/, 'markdown'],
  [/^image\/svg\+xml$/, 'image'],
  [/^text\/latex$/, 'latex'],
  [/^image\/(?:png|jpeg|gif|webp)$/, 'image'],
  [/^(?:audio|video)\/[\w.+-]+$/, 'media'],
  [/^application\/json$/, 'json'],
  [/^text\/plain$/, 'text'],
] as const;

export type Drawing = (typeof DRAWN_BEST_FIRST)[number][1] | 'table';

export interface MimeChoice {
  readonly mimeType: string;
  readonly drawing: Drawing;
  readonly value: unknown;
}

/**
 * The best form the page can draw, or null. A picture is preferred to a program (HTML with scripts), and the values of a
 * table to its text.
 */
export function chooseMime(data: MimeBundle, digest?: OutputDigest): MimeChoice | null {
  const choices = DRAWN_BEST_FIRST.flatMap(([pattern, drawing]) =>
    Object.entries(data)
      .filter(([mimeType, value]) => pattern.test(mimeType) && value !== undefined)
      .map(([mimeType, value]) => ({ mimeType, drawing, value })),
  );
  const [best] = choices;
  if (!best) return null;
  if (best.drawing === 'text' && digest?.data) return { ...best, drawing: 'table' };
  const isProgram = best.drawing === 'html' && !isBlobRef(best.value) && hasProgram(toText(best.value));
  return (isProgram && choices.find((choice) => choice.drawing === 'image')) || best;
}

/** Whether HTML needs to run its own scripts to be useful. */
export function hasProgram(html: string): boolean {
  return /<(?:script|iframe|object|embed)[\s>]/i.test(html);
}
