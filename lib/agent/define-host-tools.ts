/** Puts Python functions that call host tools into the kernel, and tells the model of them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type EventBody, ToolDescription } from '../protocol/event.ts';
import { findRun } from '../session/session.ts';
import type { RunContext } from './run-context.ts';

const PACKAGE_DIR = join(import.meta.dirname, '../../kernels/actbook');
/** Each imports only what stands before it. */
const MODULES = ['errors', 'stdin', 'plain', 'signatures', '__init__'];

/**
 * To be done once for each kernel process before the model's next step; leaves no name that `kernel-names` would list.
 * Yields `tool-define` when the run does not know these tools yet. A kernel that cannot have them has none.
 */
export async function* defineHostTools({
  kernel,
  hostTools,
  runId,
  session,
}: RunContext): AsyncGenerator<EventBody> {
  if (kernel.info.languageInfo.name !== 'python') return;
  const known = findRun(session, runId)?.tools.filter(({ isHost }) => isHost) ?? [];
  if (hostTools.length === 0 && known.length === 0) return;
  const specs = hostTools.map(({ name, description, parameters }) => ({ name, description, parameters }));
  const repr = await kernel.evaluate(toExpression(await readSources(), JSON.stringify(specs)));
  const tools = repr === null ? [] : parseDescriptions(repr);
  const described = tools.map((tool) => ({ ...tool, isHost: true }));
  if (JSON.stringify(described) !== JSON.stringify(known)) {
    yield { type: 'tool-define', runId, tools, origin: 'host' };
  }
}

function parseDescriptions(repr: string): ToolDescription[] {
  const json = Buffer.from(repr.slice(1, -1), 'base64').toString('utf8');
  return z.array(ToolDescription).parse(JSON.parse(json));
}

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
