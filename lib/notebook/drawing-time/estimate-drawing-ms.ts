/**
 * About how long the page is busy drawing a value, by its MIME type. One table for all that draw: outputs, notes and
 * answers, exported and shared pages.
 */
import type { ImageSize } from '../read-image-size.ts';
import { estimateMarkdownMs } from './estimate-markdown-ms.ts';
import { estimateSvgMs } from './estimate-svg-ms.ts';

/** What takes longer is drawn only when the user asks for it, milliseconds. */
export const MAX_DRAWING_MS = 400;

export interface DrawnValue {
  mimeType: string;
  /** Empty where it is not read before it is drawn. */
  text: string;
  /** Characters of its text, or bytes where it is stored. */
  length: number;
  /** Size of a picture, as far as it is known. */
  size?: ImageSize | null;
}

// Measured in Chromium (decision 42). HTML and charts are drawn in a process of their own: only reading them counts.
const MS_PER_PIXEL = 0.000_008;
const MS_PER_HTML_CHARACTER = 0.0002;
const MS_PER_JSON_CHARACTER = 0.0001;
const MS_PER_CHART_CHARACTER = 0.000_05;

const ESTIMATES: readonly (readonly [RegExp, (value: DrawnValue) => number])[] = [
  [/^text\/markdown$/, ({ text }) => estimateMarkdownMs(text)],
  [/^text\/latex$/, ({ text }) => estimateMarkdownMs(`$$\n${text}\n$$`)],
  [/^image\/svg\+xml$/, ({ text }) => estimateSvgMs(text)],
  [/^image\//, ({ size }) => (size ? size.width * size.height * MS_PER_PIXEL : 0)],
  [/^text\/html$/, ({ length }) => length * MS_PER_HTML_CHARACTER],
  [/^application\/json$/, ({ length }) => length * MS_PER_JSON_CHARACTER],
  [/^application\/(?:vnd\.|javascript)/, ({ length }) => length * MS_PER_CHART_CHARACTER],
];

/** Text is not in the table: it is drawn piece by piece. */
export function estimateDrawingMs(value: DrawnValue): number {
  return ESTIMATES.find(([type]) => type.test(value.mimeType))?.[1](value) ?? 0;
}
