/** A kernel without a box that all tests of a file share, and agents in it. */
import { beforeAll } from 'vitest';
import type { Kernel } from '../../../lib/kernel/kernel.ts';
import type { LanguageModel } from '../../../lib/model/model.ts';
import type { TestProvider } from '../kernel/kernel-provider.ts';
import { shareProvider } from '../kernel/share-provider.ts';
import type { ModelServer, ScriptEntry } from '../model/model-server.ts';
import { serveModel } from '../model/serve-model.ts';
import { type AgentSession, createAgentSession, type TestModelOptions } from './agent-session.ts';

export interface SharedKernel {
  readonly provider: TestProvider;
  readonly kernel: Kernel;
  /** An agent whose model answers by the script, which the test must use up. */
  open(
    script: ScriptEntry[],
    options?: TestModelOptions,
  ): Promise<{ server: ModelServer; model: LanguageModel; agent: AgentSession }>;
}

/** `name`: of its workspace. */
export function shareKernel(name?: string): SharedKernel {
  const provider = shareProvider();
  let kernel: Kernel;
  beforeAll(async () => {
    kernel = await provider.start(name);
  });
  return {
    provider,
    get kernel() {
      return kernel;
    },
    open: async (script, options) => {
      const { server, model } = await serveModel(script, options);
      return { server, model, agent: createAgentSession(kernel, model) };
    },
  };
}
