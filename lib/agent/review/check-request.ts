/** What a reviewer wants computed before it gives its verdict. */
export interface CheckRequest {
  /** Python that computes the figures another way. */
  readonly source: string;
  readonly figures: readonly RequestedFigure[];
}

export interface RequestedFigure {
  /** A figure of the answer as the answer writes it. */
  readonly text: string;
  /** Python for its value, from names that `source` gives. */
  readonly expression: string;
}
