'use client';

import { useRouter } from 'next/navigation';
import type { ModelProvider } from '../../../../lib/protocol/models/model-catalog.ts';
import type { ModelConnections } from '../../../../lib/protocol/models/model-connection.ts';
import type { ModelInfo } from '../../../../lib/protocol/runs/run.ts';
import { listModels } from '../../../api/actbook-api.ts';
import { callApi } from '../../../api/call-api.ts';
import { type Loaded, useLoaded } from '../../../ui/hooks/use-loaded.ts';

export interface ConnectionsState {
  connections: Loaded<ModelConnections>;
  /** Servers that run on this machine and are not connected. */
  found: readonly ModelProvider[];
  /** Reads everything again, here and in the page, which shows the default model. */
  reload: () => void;
}

/** The connected model servers, and those that could be connected with one click. */
export function useConnections(): ConnectionsState {
  const router = useRouter();
  const connections = useLoaded('connections', () => callApi('listConnections'));
  const catalog = useLoaded('catalog', () => listModels(false));
  return {
    connections,
    found: catalog.value?.filter(({ isFound, models }) => isFound && models.length > 0) ?? [],
    reload: () => {
      connections.reload();
      catalog.reload();
      router.refresh();
    },
  };
}

/** A model of a connection, as notebooks name it. */
export function toModelInfo(connection: { id: string; label: string }, modelId: string): ModelInfo {
  const id = `${connection.id}/${modelId}`;
  return { id, label: modelId, kind: 'openai', provider: connection.label };
}
