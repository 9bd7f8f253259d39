import type { ExecuteOptions, ExecutionEnd, Kernel, OutputEvent } from '../../kernel/kernel.ts';

/** Runs a cell of a file to its end. What it shows goes to `onOutput`, also what its threads show later. */
export async function runSource(
  kernel: Kernel,
  source: string,
  options: ExecuteOptions,
  onOutput: (event: OutputEvent) => void,
): Promise<ExecutionEnd> {
  let end: ExecutionEnd = { type: 'end', status: 'kernel-died', executionCount: null };
  for await (const event of kernel.execute(source, { ...options, onLate: onOutput }))
    switch (event.type) {
      case 'end':
        end = event;
        break;
      case 'output':
      case 'clear':
      case 'update':
      case 'widget':
        onOutput(event);
    }
  return end;
}
