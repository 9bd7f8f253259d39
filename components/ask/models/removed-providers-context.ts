'use client';

import { createContext, useContext } from 'react';
import type { RemovedProvider } from '../../../lib/protocol/models/model-catalog.ts';
import type { ModelInfo } from '../../../lib/protocol/runs/run.ts';

/** Servers that the user removed; notebooks and settings may still name their models. */
const RemovedProvidersContext = createContext<readonly RemovedProvider[]>([]);

export const RemovedProvidersProvider = RemovedProvidersContext.Provider;

/** The removed server that a model belonged to, if it did. */
export function useRemovedProvider(): (model: ModelInfo | undefined) => RemovedProvider | undefined {
  const removed = useContext(RemovedProvidersContext);
  return (model) => model && removed.find(({ id }) => model.id.startsWith(`${id}/`));
}
