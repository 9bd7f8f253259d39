/** A function of this process that code in the kernel may call as if it were Python. */
import type { HostCallContext } from '../kernel/kernel.ts';

export interface HostToolContext extends Omit<HostCallContext, 'requestId'> {
  cellId: string;
  callId: string;
}

export interface HostTool {
  /** Name of the Python function. */
  name: string;
  /** Becomes the docstring. The model is told its first line, and reads the rest with `help()`. */
  description: string;
  /** JSON Schema of an object: its properties are the parameters, required ones first. */
  parameters: Record<string, unknown>;
  /** Whether it may change something that matters. */
  risky?: boolean;
  /**
   * Resolves to a value that JSON can hold, or to a {@link ToolResult}. What it throws becomes a `ToolError` in the code,
   * with its message. When the signal aborts, nobody waits any more.
   */
  call(args: Record<string, unknown>, context: HostToolContext): unknown;
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
