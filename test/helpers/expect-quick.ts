import { expect } from 'vitest';

/** Of the processor's time of this process, which other work on the machine hardly lengthens. */
const MAX_CPU_MS = 15_000;

/** Work that takes a moment, on input so large that it would take minutes if its time grew with the square of the input. */
export function expectQuick(work: () => unknown): void {
  const before = process.cpuUsage();
  work();
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(MAX_CPU_MS);
}
