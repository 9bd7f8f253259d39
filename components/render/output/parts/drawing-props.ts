import type { Display } from '../../../../lib/observation/render-bundle.ts';

/** What a drawing receives: one value of the bundle, and its output. */
export interface DrawingProps {
  mimeType: string;
  /** As the log has it: text, a list of lines, JSON, or a reference to stored bytes. */
  value: unknown;
  output: Display;
}

/** The same for drawings that need the value as text. */
export interface WrittenProps extends DrawingProps {
  text: string;
}
