/** The host tools of each session: those that all sessions have, and those that this program gave to one. */
import type { ConnectionDescription } from '../../protocol/connections/connection.ts';
import { type HostTool, type Toolbox, toToolId } from '../../tools/host-tool.ts';

export interface SessionTools {
  /** Gives a session these, in place of what it was given before. They are known to this process only. */
  give(sessionId: string, tools: readonly HostTool[]): void;
  /** Gives a session what another one was given. */
  share(fromSessionId: string, toSessionId: string): void;
  /** What a session has now. `problems` are sentences that say what is missing, and why. */
  list(sessionId: string): Promise<{ tools: readonly HostTool[]; problems: readonly string[] }>;
  /** What a model is shown of the databases that all sessions can ask. Never rejects. */
  describe(): Promise<readonly ConnectionDescription[]>;
  forget(sessionId: string): void;
}

export function createSessionTools(toolbox?: Toolbox): SessionTools {
  const given = new Map<string, readonly HostTool[]>();
  return {
    give: (sessionId, tools) => given.set(sessionId, tools),
    share: (fromSessionId, toSessionId) => given.set(toSessionId, given.get(fromSessionId) ?? []),
    list: async (sessionId) => {
      const { tools, problems } = (await toolbox?.list(sessionId)) ?? { tools: [], problems: [] };
      const own = given.get(sessionId) ?? [];
      // A session's own tool is before one of the same name that all have.
      const named = new Map([...tools, ...own].map((tool) => [toToolId(tool), tool]));
      return { tools: [...named.values()], problems };
    },
    describe: async () => (await toolbox?.describe?.()) ?? [],
    forget: (sessionId) => given.delete(sessionId),
  };
}
