/** A function of this process that code in the kernel can call like a Python function. */
import type { HostCallContext } from '../kernel/kernel.ts';
import type { ConnectionDescription } from '../protocol/connections/connection.ts';

export interface HostToolContext extends Omit<HostCallContext, 'requestId'> {
  cellId: string;
  callId: string;
}

export interface HostTool {
  /** Name of the Python function. */
  name: string;
  /** Makes it a function of this Python module. */
  module?: string;
  /** Becomes the docstring. The model sees its first line and reads the rest with `help()`. */
  description: string;
  /** JSON Schema of an object: its properties are the parameters, required ones first. */
  parameters: Record<string, unknown>;
  /** Whether its calls are left out of the log, and it out of what is described: it only reads the log, or serves another tool. */
  isSilent?: boolean;
  /** Kernels have a function of their own for it, which calls it: that of this kind of module. Default: made by `parameters`. */
  inKernel?: 'connection';
  /** Whether it can have side effects that matter. */
  risky?: boolean;
  /**
   * Whether integers past 2^53 in its arguments may be objects of `JSON.rawJSON`. Without it, they cannot be passed: as
   * numbers of JavaScript, they would be others.
   */
  takesRawIntegers?: boolean;
  /**
   * Resolves to a JSON value or a {@link ToolResult}. An exception becomes a `ToolError` in the code, with its message. The
   * signal aborts when nobody waits any longer.
   */
  call(args: Record<string, unknown>, context: HostToolContext): unknown;
}

/** The name of a tool, unique in its session: its first dot that is not escaped is the one after the module. */
export function toToolId({ name, module }: Pick<HostTool, 'name' | 'module'>): string {
  return module === undefined ? escapeDots(name) : `${escapeDots(module)}.${name}`;
}

function escapeDots(text: string): string {
  return text.replaceAll(/[.\\]/g, '\\$&');
}

/** Where tools come from that all sessions have. */
export interface Toolbox {
  /** Starts their servers. `problems` are sentences about what is missing and why. */
  list(sessionId: string): Promise<{ tools: HostTool[]; problems: string[] }>;
  /** What a model is shown of databases that these tools ask. Asks the databases, for seconds at most; never rejects. */
  describe?(): Promise<ConnectionDescription[]>;
  dispose(): Promise<void>;
}

/** A value together with what the cell shows for it: MIME bundles. */
export class ToolResult {
  readonly value: unknown;
  readonly displays: readonly Record<string, unknown>[];

  constructor(value: unknown, displays: readonly Record<string, unknown>[]) {
    this.value = value;
    this.displays = displays;
  }
}
