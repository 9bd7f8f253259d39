/** A container with a home, connections, and a scripted model, and one notebook in it whose cells a test runs. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Container } from '../../../lib/app/container.ts';
import { createContainer } from '../../../lib/app/create-container.ts';
import { readConfig } from '../../../lib/config/config.ts';
import type { ConnectionInput } from '../../../lib/protocol/connections/connection.ts';
import { type Cell, findCell, type Session } from '../../../lib/session/session.ts';
import { withoutModels } from '../app/app.ts';
import type { ScriptEntry } from '../model/model-server.ts';
import { serveModel } from '../model/serve-model.ts';
import { followUntil } from '../runtime/follow-until.ts';
import { createTempDir } from '../temp-dir.ts';

export interface ConnectedNotebook {
  home: string;
  container: Container;
  sessionId: string;
  model: Awaited<ReturnType<typeof serveModel>>['server'];
  /** Adds a cell and starts it. */
  start(source: string): Promise<string>;
  /** The same, to its end. */
  run(source: string): Promise<Cell>;
  until(isDone: (session: Session) => boolean): Promise<Session>;
  ask(task: string): Promise<Session>;
}

export async function openConnectedNotebook(
  connections: Record<string, ConnectionInput>,
  { script = [], env = {} }: { script?: ScriptEntry[]; env?: Record<string, string> } = {},
): Promise<ConnectedNotebook> {
  const home = await createTempDir();
  await writeFile(join(home, 'connections.json'), JSON.stringify({ connections }), { mode: 0o600 });
  const { server, model } = await serveModel(script);
  const config = readConfig({
    ...withoutModels(process.env),
    ACTBOOK_HOME: home,
    ACTBOOK_VERIFY: 'off',
    ...env,
  });
  const container = await createContainer(config, { models: [model] });
  onTestFinished(() => container.dispose());
  const { runtime } = container;
  const sessionId = await runtime.sessions.create();

  async function start(source: string): Promise<string> {
    const cellId = await runtime.cells.insert(sessionId, { type: 'code', source });
    await runtime.cells.execute(sessionId, cellId);
    return cellId;
  }

  return {
    home,
    container,
    sessionId,
    model: server,
    start,
    run: async (source) => {
      const cellId = await start(source);
      await runtime.cells.wait(sessionId);
      const cell = findCell(await runtime.sessions.read(sessionId), cellId);
      if (!cell) throw new Error('There is no cell.');
      return cell;
    },
    until: (isDone) => followUntil(runtime, sessionId, isDone),
    ask: async (task) => {
      await runtime.runs.wait(await runtime.runs.start(sessionId, { task }));
      return runtime.sessions.read(sessionId);
    },
  };
}
