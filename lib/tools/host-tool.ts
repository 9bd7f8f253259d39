/** A function of this process that code in the kernel may call as if it were Python. */
import type { HostCallContext } from '../kernel/kernel.ts';

export interface HostToolContext extends Omit<HostCallContext, 'requestId'> {
  cellId: string;
  callId: string;
}

export interface HostTool {
  /** Name of the Python function. */
  name: string;
  /** Makes it a function of this Python module. */
  module?: string;
  /** Becomes the docstring. The model is told its first line, and reads the rest with `help()`. */
  description: string;
  /** JSON Schema of an object: its properties are the parameters, required ones first. */
  parameters: Record<string, unknown>;
  /** Whether its calls are no events of the cell: it reads only what the log holds. */
  isSilent?: boolean;
  /** Whether it may change something that matters. */
  risky?: boolean;
  /**
   * Resolves to a value that JSON can hold, or to a {@link ToolResult}. What it throws becomes a `ToolError` in the code,
   * with its message. When the signal aborts, nobody waits any more.
   */
  call(args: Record<string, unknown>, context: HostToolContext): unknown;
}

/** Names a tool among all that a session has. */
export function toToolId({ name, module }: Pick<HostTool, 'name' | 'module'>): string {
  return module === undefined ? name : `${module}.${name}`;
}

/** Where tools come from that all sessions have. */
export interface Toolbox {
  /** Starts what must run for them. `problems` are sentences that say what is missing, and why. */
  list(): Promise<{ tools: HostTool[]; problems: string[] }>;
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
