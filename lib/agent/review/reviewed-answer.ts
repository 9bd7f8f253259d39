/** An answer before it is given. */
export interface ReviewedAnswer {
  /** The step that gave it. */
  readonly step: number;
  /** Markdown, or JSON without a fence, whose numbers would not be read. */
  readonly text: string;
}
