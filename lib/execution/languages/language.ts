/** What the agent must know of a language: how code is told from prose, what a kernel can be asked, what the prompt says. */
import type { Kernel } from '../../kernel/kernel.ts';
import type { ToolModules } from '../../protocol/runs/tool-source.ts';
import type { SummaryWindow, TableExport, TableWindow } from '../../protocol/tables/table-query.ts';
import type { TableSource } from '../../protocol/tables/table-source.ts';
import type { Value } from '../../references/write-values-cell.ts';
import type { SqlSources } from '../../session/sql-sources.ts';

/** How code is distinguished from prose. */
export interface Syntax {
  /** True when the text reads as source of this language without an error. */
  isValid(source: string): boolean;
  /**
   * Of valid text: true if it does something, rather than being a word or a value. `strict` is for text that no fence
   * marked as code; a language without a grammar answers false to it.
   */
  doesSomething(source: string, options?: { strict?: boolean }): boolean;
}

/** Modules that the user gives to a session. */
export interface ModuleTools {
  /** Code of a cell that makes them importable, and imports them. */
  toCode(source: ToolModules): string;
  /** As {@link Language.readFunctions}, with the module's name before each function's. */
  readFunctions(kernel: Kernel, source: ToolModules): Promise<unknown>;
}

/** A table in a kernel; `roots`: folders where the kernel may have its file. */
export interface TablePlace extends TableSource {
  roots: readonly string[];
}

/**
 * Resolve to what is asked for, to `{refusal, code}` with a sentence, to `{isPending: true}` where the same must be asked
 * again, or to anything else when the table cannot be read.
 */
export interface TableReaders {
  /** A {@link TablePage}. */
  readPage(kernel: Kernel, place: TablePlace, window: TableWindow): Promise<unknown>;
  /** A {@link TableSummary}. */
  summarize(kernel: Kernel, place: TablePlace, window: SummaryWindow): Promise<unknown>;
  /** `{exportId, rows, columns}` of a file that is then read piece by piece. */
  startExport(kernel: Kernel, place: TablePlace, query: TableExport): Promise<unknown>;
  /** `{data, isLast}` with the next bytes in base64. */
  continueExport(kernel: Kernel, exportId: string): Promise<unknown>;
  cancelExport(kernel: Kernel, exportId: string): Promise<unknown>;
}

/** Resolve to a {@link FileFormat}, a {@link FileHead}, and lists of {@link KeyOverlap} and {@link TableFacts}, or to anything else when they cannot be read. */
export interface DataReaders {
  findFormat(kernel: Kernel, file: string): Promise<unknown>;
  describeHead(kernel: Kernel, file: string): Promise<unknown>;
  findOverlaps(kernel: Kernel, files: readonly string[]): Promise<unknown>;
  describeTables(kernel: Kernel, names: readonly string[]): Promise<unknown>;
}

/** A host tool as a kernel is told of it: `parameters` is a JSON schema. */
export interface ToolSpec {
  id: string;
  name: string;
  module: string | undefined;
  description: string;
  parameters: Readonly<Record<string, unknown>>;
  inKernel: 'connection' | undefined;
}

/**
 * Asks a kernel's own parser. Resolves to a boolean for each source, true when it compiles, or to anything else when the
 * kernel could not be asked. Nothing is run.
 */
export type CheckSyntax = (kernel: Kernel, sources: readonly string[]) => Promise<unknown>;

/** How a kernel fills in what an answer leaves to it. */
export interface AnswerValues {
  /** Why an expression is not evaluated, as a sentence without its subject; null for one that only reads. */
  check(expression: string): string | null;
  /** Code that prints or displays each value. `plain`: how one without a format is printed. */
  toCode(values: readonly Value[], plain: '!s' | '!r'): string;
}

/** `folder`: where the kernel finds its workspace; `copies`: the folder in it that holds copies of values. */
export interface Handover {
  /** Resolves to `{name, copy?, file?, reason?}` of each name, or to anything else when it cannot be read. */
  give(kernel: Kernel, names: readonly string[], folder: string, copies: string): Promise<unknown>;
  /** Defines the names by their copies. Resolves to `{name, reason}` of those that it could not define. */
  take(kernel: Kernel, names: readonly string[], folder: string, copies: string): Promise<unknown>;
}

export interface Language extends Syntax {
  /** What users call it. */
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
   * Resolves to a list of {@link KernelName}, or to anything else when it cannot be read. `hints` are names that may be
   * there, for kernels that have no list. Null where names cannot be read.
   */
  readonly readNames: ((kernel: Kernel, hints: readonly string[]) => Promise<unknown>) | null;
  /**
   * `{names, notes}` as an expression, for kernels whose reply to a cell can carry its value: the same names, and what the cell
   * has lost in silence, a sentence each. JSON in base64, and anything else when it must be asked for.
   */
  readonly stateExpression?: () => string;
  /** Names that code declares at its top level; only for kernels that have no list. */
  readonly findDeclarations?: (source: string) => string[];
  /**
   * Describes the public functions of source that has run, for the model: a list of {@link ToolDescription}, or anything
   * else when they cannot be read. Null where functions cannot be given.
   */
  readonly readFunctions: ((kernel: Kernel, source: string) => Promise<unknown>) | null;
  /** How a piece of a table is read, of a variable and of a file. */
  readonly tables?: TableReaders;
  /** How files and tables are described. */
  readonly data?: DataReaders;
  /**
   * Makes a kernel process ready for cells whose code can call these tools and no others. Resolves to a list of
   * {@link ToolDescription}. Absent where code cannot call tools.
   */
  readonly prepare?: (kernel: Kernel, tools: readonly ToolSpec[]) => Promise<unknown>;
  /** Absent where the kernel has no parser to ask; then {@link Syntax.isValid} is all there is. */
  readonly checkSyntax?: CheckSyntax;
  /** Where modules can be given. */
  readonly modules?: ModuleTools;
  /** Absent where answers have no references. */
  readonly values?: AnswerValues;
  /** How values go to the kernel of another session. Absent where they cannot. */
  readonly handover?: Handover;
  /** Whether code can read back earlier outputs with `outputs(n)`. */
  readonly hasOutputs?: boolean;
  /** Packages whose versions the system message states, by the names they are installed by. */
  readonly packages?: readonly string[];
  /** Others that models often import: the system message says which of them are not installed. */
  readonly wantedPackages?: readonly string[];
  /** What cells of SQL can ask in a run; absent where there are none. */
  readonly sql?: SqlSources;
  /** Lines of the system message about data, plots and questions. */
  readonly advice: readonly string[];
}
