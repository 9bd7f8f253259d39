/** The models that can be chosen, by the server that offers them. */
import { z } from 'zod';
import { ModelInfo, Prices } from '../runs/run.ts';

/** A model and what its server or the configuration says of it. What is absent, nobody said. */
export const ModelEntry = ModelInfo.extend({
  contextTokens: z.number().optional(),
  vision: z.boolean().optional(),
  nativeTools: z.boolean().optional(),
  prices: Prices.optional(),
});
export type ModelEntry = z.infer<typeof ModelEntry>;

export const ModelProvider = z.object({
  id: z.string(),
  /** What users call it: its name in the configuration, or what kind of server answered. */
  label: z.string(),
  /** Where it is, without anything secret; null for what is built in. */
  address: z.string().nullable(),
  /** Whether it was found running on this machine, and not configured. */
  isFound: z.boolean(),
  status: z.enum(['ready', 'unreachable']),
  /** Why it offers nothing, as a sentence. */
  reason: z.string().optional(),
  models: z.array(ModelEntry),
});
export type ModelProvider = z.infer<typeof ModelProvider>;

/** A server that the user removed; models of notebooks may still be its. */
export const RemovedProvider = z.object({ id: z.string(), label: z.string() });
export type RemovedProvider = z.infer<typeof RemovedProvider>;
