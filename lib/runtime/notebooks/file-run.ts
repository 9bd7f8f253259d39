import type { ExecuteOptions, ExecutionEnd, Kernel, OutputEvent } from '../../kernel/kernel.ts';
import { applyOutput, EMPTY_OUTPUT_AREA, type OutputArea } from '../../notebook/apply-output.ts';
import type { Output } from '../../notebook/output.ts';

/**
 * Runs cells of a file one after the other, given by their index, and collects what they show: of all that comes, threads of
 * theirs included, what `keeps` says.
 */
export function createFileRun(kernel: Kernel, keeps: (event: OutputEvent, index: number) => boolean) {
  const ends = new Map<number, ExecutionEnd>();
  const areas = new Map<number, OutputArea>();
  const read = (index: number) => areas.get(index) ?? EMPTY_OUTPUT_AREA;

  function apply(event: OutputEvent, index: number): void {
    if (!keeps(event, index) || event.type === 'widget') return;
    // An update changes every area that shows the output.
    for (const each of event.type === 'update' ? areas.keys() : [index])
      areas.set(each, applyOutput(read(each), event));
  }

  return {
    /** How cells ended, those that were run. */
    ends: ends as ReadonlyMap<number, ExecutionEnd>,
    /** Empty for a cell that was not run. */
    readOutputs: (index: number): readonly Output[] => read(index).outputs,
    /** Runs a cell to its end. */
    run: async (index: number, source: string, options: ExecuteOptions): Promise<ExecutionEnd> => {
      areas.set(index, EMPTY_OUTPUT_AREA);
      let end: ExecutionEnd = { type: 'end', status: 'kernel-died', executionCount: null };
      const onLate = (event: OutputEvent) => apply(event, index);
      for await (const event of kernel.execute(source, { ...options, onLate }))
        switch (event.type) {
          case 'end':
            end = event;
            break;
          case 'output':
          case 'clear':
          case 'update':
          case 'widget':
            apply(event, index);
        }
      // A clear that waits for an output dies with its cell.
      areas.set(index, { ...read(index), clearPending: false });
      ends.set(index, end);
      return end;
    },
  };
}

export type FileRun = ReturnType<typeof createFileRun>;
