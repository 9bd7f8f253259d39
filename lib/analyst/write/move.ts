/** The next thing the analyst does: a sentence or two, and the code of one cell. */
export interface Move {
  readonly say: string;
  readonly code: string;
}
