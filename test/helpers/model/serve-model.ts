/** A model that answers by a script, over a socket. */
import { onTestFinished } from 'vitest';
import type { LanguageModel } from '../../../lib/model/model.ts';
import { createTestModel, type TestModelOptions } from '../agent/agent-session.ts';
import { type ModelServer, type ScriptEntry, startModelServer } from './model-server.ts';

/** Until the test ends, which fails if a reply was not asked for or was missing. */
export async function serveModel(
  script: ScriptEntry[],
  options: TestModelOptions = {},
): Promise<{ server: ModelServer; model: LanguageModel }> {
  const server = await startModelServer(script);
  onTestFinished(() => server.close());
  return { server, model: createTestModel(server, options) };
}
