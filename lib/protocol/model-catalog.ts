/** The models that can be chosen, by the server that offers them. */
import type { ModelInfo, Prices } from './run.ts';

/** A model and what its server or the configuration says of it. What is absent, nobody said. */
export interface ModelEntry extends ModelInfo {
  contextTokens?: number;
  vision?: boolean;
  nativeTools?: boolean;
  prices?: Prices;
}

export interface ModelProvider {
  id: string;
  /** What people call it: its name in the configuration, or what kind of server answered. */
  label: string;
  /** Where it is, without anything secret; null for what is built in. */
  address: string | null;
  /** Whether it was found running on this machine, and not configured. */
  isFound: boolean;
  status: 'ready' | 'unreachable';
  /** Why it offers nothing, as a sentence. */
  reason?: string;
  models: ModelEntry[];
}
