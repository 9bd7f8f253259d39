import type { OutputEvent } from '../kernel/kernel.ts';
import type { KernelInfo } from '../protocol/kernel/kernel-info.ts';

/** What Linux says of a name or an address that nothing leads to, which every language and tool passes on. */
const NO_WAY = /Temporary failure in name resolution|Network is unreachable/;

export const NO_NETWORK =
  'The notebook had no network access when this ran. It can be allowed under Run and kernel.';

/** Why what the code tried to reach was not reached, if the output says so and the kernel has no network; else null. */
export function findNetworkFailure(event: OutputEvent, { isolation }: KernelInfo): string | null {
  if (isolation !== 'box' || event.type !== 'output') return null;
  const { output } = event;
  const said =
    output.output_type === 'stream'
      ? output.text
      : output.output_type === 'error'
        ? `${output.evalue}\n${output.traceback.join('\n')}`
        : '';
  return NO_WAY.test(said) ? NO_NETWORK : null;
}
