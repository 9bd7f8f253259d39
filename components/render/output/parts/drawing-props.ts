import type { Display } from '../../../../lib/observation/render-bundle.ts';

/** What a drawing receives: one value of the bundle, and its output. */
export interface DrawingProps {
  mimeType: string;
  /** As the log has it: text, a list of lines, JSON, or a reference to stored bytes. */
  value: unknown;
  /** The value as text; empty for drawings that do not read it. */
  text: string;
  output: Display;
}
