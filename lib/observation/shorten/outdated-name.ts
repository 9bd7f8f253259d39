/** A name or option that models still write, though releases of the installed packages no longer have it. */
export interface OutdatedName {
  /** What the error says is not there; `message`: the pattern is all of it. */
  readonly kind: 'attribute' | 'option' | 'module' | 'import' | 'message';
  /** Pattern of what should have it: a class or module, or what was called; empty for anything. */
  readonly of: string;
  /** Pattern of the name. */
  readonly name: string;
  /** Of the traceback as a whole, where the error alone could be another one. */
  readonly frame?: RegExp;
  readonly outdated: string;
  readonly instead: string;
}
