'use client';

import { useRouter } from 'next/navigation';
import type { ModelProvider } from '../../../../lib/protocol/models/model-catalog.ts';
import type { ModelServers } from '../../../../lib/protocol/models/model-server.ts';
import type { ModelInfo } from '../../../../lib/protocol/runs/run.ts';
import { listModels } from '../../../api/actbook-api.ts';
import { callApi } from '../../../api/call-api.ts';
import { type Loaded, useLoaded } from '../../../ui/hooks/use-loaded.ts';

export interface ServersState {
  servers: Loaded<ModelServers>;
  /** Servers that run on this machine and are not connected. */
  found: readonly ModelProvider[];
  /** Reads everything again, here and in the page, which shows the default model. */
  reload: () => void;
}

/** The connected model servers, and those that could be connected with one click. */
export function useServers(): ServersState {
  const router = useRouter();
  const servers = useLoaded('servers', () => callApi('listServers'));
  const catalog = useLoaded('catalog', () => listModels(false));
  return {
    servers,
    found: catalog.value?.filter(({ isFound, models }) => isFound && models.length > 0) ?? [],
    reload: () => {
      servers.reload();
      catalog.reload();
      router.refresh();
    },
  };
}

/** A model of a server, as notebooks name it. */
export function toModelInfo(server: { id: string; label: string }, modelId: string): ModelInfo {
  const id = `${server.id}/${modelId}`;
  return { id, label: modelId, kind: 'openai', provider: server.label };
}
