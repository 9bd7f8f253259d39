/** Instructions that the user keeps for certain tasks. Made by `lib/app/create-skills.ts`. */
export interface Skills {
  /** By name; what cannot be used is left out. */
  list(): Promise<readonly { readonly name: string; readonly description: string }[]>;
  /**
   * The instructions of a skill (`monthly-report`), or a file beside them (`monthly-report/terms.md`). Throws AppError
   * `not-found` or `too-large`, a sentence for the model.
   */
  read(path: string): Promise<string>;
}
