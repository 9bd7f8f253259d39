/** A runtime with a store of its own over kernels that a test provides; only the model's words are scripted. */
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { KernelProvider } from '../../../lib/kernel/kernel.ts';
import type { Model, Models } from '../../../lib/model/model.ts';
import type { Event } from '../../../lib/protocol/events/event.ts';
import type { RunRequest } from '../../../lib/protocol/runs/run.ts';
import { createRuntime, type Runtime, type RuntimeDeps } from '../../../lib/runtime/runtime.ts';
import type { Session } from '../../../lib/session/session.ts';
import { createFileBlobs } from '../../../lib/store/files/file-blobs.ts';
import { createWorkspaces } from '../../../lib/store/files/workspaces.ts';
import { createSqliteStore } from '../../../lib/store/sqlite/sqlite-store.ts';
import type { Blobs, Store } from '../../../lib/store/store.ts';
import { createTestModel } from '../agent/agent-session.ts';
import { type ModelServer, type Script, startModelServer } from '../model/model-server.ts';
import { createTempDir } from '../temp-dir.ts';
import { followUntil } from './follow-until.ts';

export interface TestRuntime {
  runtime: Runtime;
  model: ModelServer;
  sessionId: string;
  /** Starts a run; resolves to its id. */
  ask(text: string, limits?: RunRequest['limits']): Promise<string>;
  /** Runs to the end; resolves to the session after it. */
  run(text: string, limits?: RunRequest['limits']): Promise<Session>;
  read(): Promise<Session>;
  /** Follows the log from its start until the folded session satisfies the condition. */
  until(isDone: (session: Session) => boolean): Promise<Session>;
  readEvents(): Promise<Event[]>;
  blobs: Blobs;
  store: Store;
}

/** With one session. Closed when the test ends, before the model is. */
export async function openRuntime(
  provider: KernelProvider,
  workspacesDir: string,
  script: Script,
  modelOptions: Parameters<typeof createTestModel>[1] = {},
  options: Pick<RuntimeDeps, 'programApproval'> = {},
): Promise<TestRuntime> {
  const model = await startModelServer(script);
  onTestFinished(() => model.close());
  const home = await createTempDir();
  const store = await createSqliteStore(join(home, 'actbook.db'));
  const blobs = createFileBlobs(join(home, 'blobs'), store.holdBlobs);
  const runtime = createRuntime({
    store,
    blobs,
    workspaces: createWorkspaces(workspacesDir),
    kernels: provider,
    models: offerModels(createTestModel(model, modelOptions)),
    maxUploadBytes: 1_000_000,
    ...options,
  });
  onTestFinished(async () => {
    await runtime.dispose();
    await store.dispose();
  });
  const sessionId = await runtime.sessions.create();
  const ask = (text: string, limits: RunRequest['limits'] = {}) =>
    runtime.runs.start(sessionId, { task: text, limits });
  const read = () => runtime.sessions.read(sessionId);

  return {
    runtime,
    model,
    sessionId,
    ask,
    run: async (text, limits) => {
      await runtime.runs.wait(await ask(text, limits));
      return read();
    },
    read,
    until: (isDone) => followUntil(runtime, sessionId, isDone),
    blobs,
    store,
    readEvents: () => store.read(sessionId, 0, 10_000),
  };
}

/** Models that are at hand, as the runtime takes them; the first is the default. */
function offerModels(...models: readonly Model[]): Models {
  return {
    listConfigured: () => models.map(({ info }) => info),
    open: async (modelId) => {
      const model = modelId === undefined ? models[0] : models.find(({ info }) => info.id === modelId);
      if (!model) throw new Error(`There is no model ${modelId}.`);
      return model;
    },
    list: async () => [],
  };
}
