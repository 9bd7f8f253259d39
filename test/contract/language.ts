/** What the contract asks of a kernel, in one language: a snippet for each behavior. */

/** What a language or its kernel may lack; the contract then asserts what happens instead. */
export type Lack = 'result' | 'update' | 'late-output' | 'interrupt' | 'input' | 'numbers';

export interface Language {
  /** Name of the kernelspec. */
  kernelName: string;
  /** `language_info.name` of the kernel. */
  name: string;
  implementation: RegExp;
  /** What it lacks, with the reason. */
  lacks: Partial<Record<Lack, string>>;
  print(text: string): string;
  /** Characters of an output that counts as long. */
  longLength: number;
  /** Prints as many `x`. */
  printLong(length: number): string;
  /** Prints `before`, waits until the file `gate` is in the working directory, prints `after`. */
  printAroundGate: string;
  /** Prints `asleep`, then sleeps for ten minutes. */
  sleep: string;
  writeToStderr(text: string): string;
  /** Its value is 42. */
  value: string;
  showHtml(html: string): string;
  /** Shows a plain text of as many `x`. */
  showText(length: number): string;
  /** Shows as many outputs, one message each. */
  showMany(count: number): string;
  clear: string;
  /** Shows `before` under the display id `shared`; the second changes it to `after`. */
  showUpdatable: string;
  update: string;
  fail(message: string): string;
  /** Keeps 41 under the name `kept`; `read` prints one more, or fails. */
  keep: string;
  readKept: string;
  /** An expression for `evaluate`, and the text of its value. */
  expression: { code: string; text: string };
  printFolder: string;
  /** Asks `name? ` and prints the answer. */
  ask: string;
  /** Ends at once, and later, when the file `gate` is there, prints `late`. */
  printLate: string;
  /** Kills its own process. */
  die: string;
}
