/** Puts Python functions that call host tools into the kernel, and tells the model of them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Kernel } from '../kernel/kernel.ts';
import { type EventBody, ToolDescription } from '../protocol/event.ts';
import { findRun } from '../session/session.ts';
import { type HostTool, toToolId } from '../tools/host-tool.ts';
import { findLanguage } from './languages/find-language.ts';
import { readJson } from './read-json.ts';
import type { RunContext } from './run-context.ts';

const PACKAGE_DIR = join(import.meta.dirname, '../../kernels/actbook');
/** Each imports only what stands before it. */
const MODULES = ['errors', 'outputs', 'stdin', 'plain', 'signatures', '__init__'];

/**
 * To be done once for each kernel process before the model's next step; leaves no name that `kernel-names` would list.
 * Yields `tool-define` when the run does not know these tools yet. A kernel that cannot have them has none.
 */
export async function* defineHostTools(context: RunContext): AsyncGenerator<EventBody> {
  const { kernel, hostTools, runId, session } = context;
  const problems = listProblems(context);
  const run = findRun(session, runId);
  const known = { tools: run?.tools.filter(({ isHost }) => isHost) ?? [], problems: run?.toolProblems ?? [] };
  const tools = await installHostTools(kernel, hostTools);
  const described = tools.map((tool) => ({ ...tool, isHost: true }));
  if (JSON.stringify({ tools: described, problems }) === JSON.stringify(known)) return;
  yield { type: 'tool-define', runId, tools, origin: 'host', problems };
}

function listProblems({ kernel, hostTools, toolProblems }: RunContext): string[] {
  const { label, hasHostTools } = findLanguage(kernel);
  const isLacking = hostTools.length > 0 && !hasHostTools;
  return [
    ...toolProblems,
    ...(isLacking ? [`Tools of MCP servers and programs cannot be called from ${label}.`] : []),
  ];
}

/** Resolves to those that are there afterwards: none in a kernel that cannot have them. */
export async function installHostTools(
  kernel: Kernel,
  tools: readonly HostTool[],
): Promise<ToolDescription[]> {
  if (!findLanguage(kernel).hasHostTools) return [];
  const specs = toSpecs(tools);
  const json = await readJson(kernel, toExpression(await readSources(), JSON.stringify(specs)));
  return z.array(ToolDescription).safeParse(json).data ?? [];
}

/** What tools may take together, characters: a stock Jupyter server closes the connection on a message over 10 MiB. */
const MAX_SPECS_LENGTH = 2_000_000;

/** Those past the limit can be called all the same, with any arguments by name. */
function toSpecs(tools: readonly HostTool[]) {
  let room = MAX_SPECS_LENGTH;
  return tools.map((tool) => {
    const { name, module, description, parameters } = tool;
    const spec = { id: toToolId(tool), name, module, description, parameters };
    const { length } = JSON.stringify(spec);
    if (length > room) return { ...spec, description: '', parameters: ANY_PARAMETERS };
    room -= length;
    return spec;
  });
}

const ANY_PARAMETERS = { type: 'object', additionalProperties: true };

async function readSources(): Promise<string> {
  const read = async (name: string) => [name, await readFile(join(PACKAGE_DIR, `${name}.py`), 'utf8')];
  return JSON.stringify(await Promise.all(MODULES.map(read)));
}

/** Makes the package anew only when its source is another: functions that code has kept go on working. */
const LOADER = `
import json, sys, types
package = sys.modules.get("actbook")
if getattr(package, "SOURCES", None) != sources:
    package = sys.modules["actbook"] = types.ModuleType("actbook")
    package.SOURCES, package.__path__ = sources, []
    for name, source in json.loads(sources):
        is_package = name == "__init__"
        module = package if is_package else types.ModuleType(f"actbook.{name}")
        module.__package__ = "actbook"
        sys.modules[module.__name__] = module
        exec(compile(source, f"<{module.__name__}>", "exec"), module.__dict__)
result = package.define(json.loads(specs))
`;

/** One expression, so that it leaves no name behind. JSON strings are Python literals. */
function toExpression(sources: string, specs: string): string {
  const names = `{"sources": ${JSON.stringify(sources)}, "specs": ${JSON.stringify(specs)}}`;
  return `(lambda names: (__import__("builtins").exec(${JSON.stringify(LOADER)}, names), names["result"])[1])(${names})`;
}
