/** What the agent must know of a language: how code is told from prose, what a kernel can be asked, what the prompt says. */
import type { Kernel } from '../../kernel/kernel.ts';
import type { TableWindow } from '../../protocol/table-page.ts';
import type { ToolModules } from '../../protocol/tool-source.ts';

/** How code is told from prose. */
export interface Syntax {
  /** True when the text reads as source of this language without an error. */
  isValid(source: string): boolean;
  /**
   * True for text that is valid and does something, rather than a word or a value. `strict` is for text that no fence
   * marked as code; a language without a grammar answers false to it.
   */
  looksLikeCode(source: string, options?: { strict?: boolean }): boolean;
}

/** Modules that a person gives to a session. */
export interface ModuleTools {
  /** Code of a cell that makes them importable, and imports them. */
  toCode(source: ToolModules): string;
  /** As {@link Language.readFunctions}, with the module's name before each function's. */
  readFunctions(kernel: Kernel, source: ToolModules): Promise<unknown>;
}

/** Expressions for `Kernel.evaluate`: base64 of JSON, a {@link TablePage} or `{refusal}` with a sentence. */
export interface TableReaders {
  toTableExpression(name: string, window: TableWindow): string;
  toFileTableExpression(
    name: string,
    options: { kind: 'parquet' | 'excel'; roots: readonly string[] },
  ): string;
}

export interface Language extends Syntax {
  /** What people call it. */
  readonly label: string;
  /** Label of a fence in the prompt. */
  readonly fence: string;
  /** Labels of fences that run, in lower case, without version and options: see `is-fence-label.ts`. */
  readonly fences: readonly string[];
  /** Says how a shell command is run from code; ends a sentence. */
  readonly shellHint: string;
  /** Code that prints 2, as the prompt shows a block. */
  readonly example: string;
  /**
   * An expression for `Kernel.evaluate`: a string with the JSON of a list of {@link KernelName} in base64. `hints` are
   * names that may be there, for kernels that have no list. Null where names cannot be read.
   */
  readonly listNames: ((hints: readonly string[]) => string) | null;
  /** Names that code declares at its top level; only for kernels that have no list. */
  readonly findDeclarations?: (source: string) => string[];
  /**
   * Describes the public functions of source that has run, for the model: a list of {@link ToolDescription}, or anything
   * else when they cannot be read. Null where functions cannot be given.
   */
  readonly readFunctions: ((kernel: Kernel, source: string) => Promise<unknown>) | null;
  /** How a piece of a table is read, of a variable and of a file. */
  readonly tables?: TableReaders;
  /** An expression for `Kernel.evaluate` that makes a new kernel process ready for the agent's cells. */
  readonly prepare?: string;
  /** Whether code can call host tools. */
  readonly hasHostTools?: true;
  /** Where modules can be given. */
  readonly modules?: ModuleTools;
  /** Whether code can read back earlier outputs with `outputs(n)`. */
  readonly hasOutputs?: boolean;
  /** Lines of the system message about data, plots and questions. */
  readonly advice: readonly string[];
}
