/** What the model of the loop bench says, and what is measured beside it. */

export interface Measured {
  requests: number;
  /** From a whole request to the end of its reply, over all of the run, milliseconds. */
  modelMs: number;
  /** What the code measured of itself, over all of the run, milliseconds. */
  codeMs: number;
  /** Characters of the last request's messages. */
  promptLength: number;
}

/** How smolagents ends; the other two end with a reply without code. */
const FINAL_CODE = '<execute>\nfinal_answer("Done.")\n</execute>';

export const ANSWER = 'Done.';

/** The reply to a request of a run, counted from 0: one step each, then the answer. */
export function toReply(request: number, steps: number, model: string): string {
  if (request >= steps) return model === 'smolagents' ? FINAL_CODE : ANSWER;
  return `I add up the numbers of step ${request + 1}.\n<execute>\n${toCode(request + 1)}\n</execute>`;
}

/** Prints what the next prompt shall carry: the result, and the code's own time in milliseconds. */
export function toCode(step: number): string {
  return [
    'import time',
    'started = time.perf_counter()',
    `total_${step} = sum(range(${step * 1000}))`,
    `print("total", total_${step}, "code_ms", (time.perf_counter() - started) * 1000)`,
  ].join('\n');
}
