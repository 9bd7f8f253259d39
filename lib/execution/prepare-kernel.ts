/** Makes a kernel process ready for cells: outputs come with digests, and code can call host tools. */
import { z } from 'zod';
import type { Kernel } from '../kernel/kernel.ts';
import { ToolDescription } from '../protocol/cells/call.ts';
import { type HostTool, toToolId } from '../tools/host-tool.ts';
import { findLanguage } from './languages/find-language.ts';
import type { ToolSpec } from './languages/language.ts';

/**
 * Done again, it changes nothing but the tools, and leaves no name that the kernel's names would list. Resolves to the
 * tools that are there afterwards, and to those that are not: all of them in a kernel that cannot have them.
 */
export async function prepareKernel(
  kernel: Kernel,
  tools: readonly HostTool[],
): Promise<{ tools: ToolDescription[]; missing: HostTool[] }> {
  const shown = tools.filter(({ isSilent }) => !isSilent);
  const answer = await findLanguage(kernel).prepare?.(kernel, toSpecs(shown));
  const described = z.array(Described).safeParse(answer).data ?? [];
  const ids = new Set(described.map(({ id }) => id));
  return {
    tools: described.map(({ id: _, ...tool }) => tool),
    missing: shown.filter((tool) => !ids.has(toToolId(tool))),
  };
}

const Described = ToolDescription.extend({ id: z.string() });

/** What tools may take together, characters: a stock Jupyter server closes the connection on a message over 10 MiB. */
const MAX_SPECS_LENGTH = 2_000_000;

/** Describes the tools within the limit. The others can be called all the same, with any arguments by name. */
function toSpecs(tools: readonly HostTool[]): ToolSpec[] {
  let room = MAX_SPECS_LENGTH;
  return tools.map((tool) => {
    const { name, module, description, parameters, inKernel } = tool;
    const spec = { id: toToolId(tool), name, module, description, parameters, inKernel };
    const { length } = JSON.stringify(spec);
    if (length > room) return { ...spec, description: '', parameters: ANY_PARAMETERS };
    room -= length;
    return spec;
  });
}

const ANY_PARAMETERS = { type: 'object', additionalProperties: true };
