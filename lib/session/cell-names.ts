/** Top-level names in the code of a Python cell. */
export interface CellNames {
  /** Read before the cell itself defines them, builtins included. */
  readonly reads: ReadonlySet<string>;
  /** Assigned, imported, deleted, or changed through an item or attribute. */
  readonly defines: ReadonlySet<string>;
  /** Those that it only imports, with what they stand for, such as `pandas` or `math.pi`. */
  readonly imports: ReadonlyMap<string, string>;
}
