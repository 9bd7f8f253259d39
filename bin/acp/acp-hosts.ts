/** Where the sessions of a client run: in an app that serves this home and shows them live, or in this process. */
import { z } from 'zod';
import type { Container } from '../../lib/app/container.ts';
import { ModelProvider } from '../../lib/protocol/models/model-catalog.ts';
import { createLocalHost, type RunHost } from '../session/run-host.ts';
import { createServerHost } from '../session/server-host.ts';
import { findServer, type RunningServer } from '../session/server-notes.ts';

export interface AcpHost extends RunHost {
  /** Address of the app; null where this process does the work. */
  readonly url: string | null;
  listModels(): Promise<HostModels>;
}

/** The models that a host can be asked for. */
export interface HostModels {
  readonly providers: readonly ModelProvider[];
  /** The one that answers where nobody has chosen; undefined without models. */
  readonly defaultId?: string | undefined;
}

export interface AcpHosts {
  find(sessionId: string): Promise<AcpHost>;
  /** A session stays where it ran until that app has ended: its kernel is there. */
  keep(sessionId: string, host: AcpHost): void;
}

export function createAcpHosts(container: Container): AcpHosts {
  const local: AcpHost = {
    ...createLocalHost(container),
    url: null,
    listModels: async () => ({
      providers: await container.listModels(),
      defaultId: container.listConfigured()[0]?.id,
    }),
  };
  const served = new Map<number, AcpHost>();
  const bySession = new Map<string, AcpHost>();

  async function findNow(): Promise<AcpHost> {
    const server = await findServer(container.config.homeDir);
    if (!server) return local;
    const known = served.get(server.pid);
    if (known && !known.gone.aborted) return known;
    const host = { ...createServerHost(server), url: server.url, listModels: () => listModels(server) };
    served.set(server.pid, host);
    return host;
  }

  return {
    find: async (sessionId) => {
      const known = bySession.get(sessionId);
      return known && !known.gone.aborted ? known : findNow();
    },
    keep: (sessionId, host) => bySession.set(sessionId, host),
  };
}

/** A session is opened without the list rather than waiting longer for an app that hangs, milliseconds. */
const MODELS_MS = 10_000;

const ModelsReply = z.object({ providers: z.array(ModelProvider), defaultId: z.string().optional() });

async function listModels({ url, token }: RunningServer): Promise<HostModels> {
  const headers = { authorization: `Bearer ${token}`, connection: 'close' };
  const response = await fetch(`${url}/api/models`, { headers, signal: AbortSignal.timeout(MODELS_MS) });
  return ModelsReply.parse(await response.json());
}
