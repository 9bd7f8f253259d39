/** Which tools of an MCP server are used, and in a sentence for each reason which are not. */
import type { Tool } from '@modelcontextprotocol/client';
import { pluralize } from '../util/pluralize.ts';
import { listPropertyNames } from './clean-text.ts';

const MAX_TOOLS = 500;
const MAX_NAME_LENGTH = 200;
/** Names in a sentence, and characters of each. */
const MAX_SHOWN = 5;
const MAX_SHOWN_LENGTH = 40;

/** `clean` takes hidden characters and secrets out of a text. The server knows its names as they are: none can be changed. */
export function chooseTools(
  server: string,
  listed: readonly Tool[],
  clean: (text: string) => string,
): { kept: Tool[]; problems: string[] } {
  const kept: Tool[] = [];
  const leftOut = new Map<string, string[]>();
  const names = new Set<string>();
  for (const tool of listed) {
    const reason = names.has(tool.name) ? 'an earlier tool has the same name' : findFault(tool, clean);
    const why = reason ?? (kept.length < MAX_TOOLS ? null : `only the first ${MAX_TOOLS} are used`);
    names.add(tool.name);
    if (why === null) kept.push(tool);
    else leftOut.set(why, [...(leftOut.get(why) ?? []), clean(tool.name)]);
  }
  const problems = [...leftOut].map(([why, missing]) => {
    const verb = missing.length === 1 ? 'is' : 'are';
    return `${pluralize(missing.length, 'tool')} of the MCP server “${server}” ${verb} left out because ${why}: ${toList(missing)}.`;
  });
  return { kept, problems };
}

function findFault({ name, inputSchema }: Tool, clean: (text: string) => string): string | null {
  if (name.length > MAX_NAME_LENGTH) return `a name has more than ${MAX_NAME_LENGTH} characters`;
  if (clean(name) !== name) return 'a name has hidden characters or a secret';
  const names = listPropertyNames(inputSchema);
  const isHiding = names.some((each) => clean(each) !== each);
  return isHiding ? 'a parameter’s name has hidden characters or a secret' : null;
}

function toList(names: readonly string[]): string {
  const shown = names.slice(0, MAX_SHOWN).map((name) => `“${shorten(name)}”`);
  const more = names.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more.toLocaleString('en')} more`] : [])].join(', ');
}

function shorten(name: string): string {
  const line = name.replaceAll(/\s+/g, ' ');
  return line.length > MAX_SHOWN_LENGTH ? `${line.slice(0, MAX_SHOWN_LENGTH)}…` : line;
}
