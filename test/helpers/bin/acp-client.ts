/** A client of `actbook acp`, as an editor is one: the SDK's own client on the pipes of a process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import {
  type ClientCapabilities,
  type ClientContext,
  type CreateElicitationRequest,
  type CreateElicitationResponse,
  client,
  type InitializeResponse,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  type RequestPermissionRequest,
  type SessionUpdate,
} from '@agentclientprotocol/sdk/unstable';
import { onTestFinished } from 'vitest';
import { ROOT_DIR, withoutModels } from '../app/app.ts';

export interface AcpClient {
  readonly agent: ClientContext;
  readonly agentInfo: InitializeResponse;
  /** In the order they came. */
  readonly updates: SessionUpdate[];
  readonly permissions: RequestPermissionRequest[];
  readonly forms: CreateElicitationRequest[];
  /** All lines that the process wrote on stderr. */
  stderr(): string;
  /** Resolves once this is true after an update. */
  until(isSeen: (updates: readonly SessionUpdate[]) => boolean): Promise<void>;
  /** Ends the client's side. Resolves to the exit code of the process. */
  leave(): Promise<number | null>;
}

export interface AcpClientOptions {
  home: string;
  env?: Record<string, string>;
  /** The ID of the option that the user chooses, '' for a reply without any; null waits until it is not asked any more. */
  permit?: (request: RequestPermissionRequest) => string | null;
  /** Default: the client has no forms. */
  fillForm?: (request: CreateElicitationRequest) => CreateElicitationResponse;
}

export async function startAcpClient(options: AcpClientOptions): Promise<AcpClient> {
  const { home, env = {}, permit = () => 'run', fillForm } = options;
  const child = spawn(process.execPath, [join(ROOT_DIR, 'bin/cli.ts'), 'acp'], {
    cwd: home,
    env: { ...withoutModels(process.env), ACTBOOK_HOME: home, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill());
  const closed = once(child, 'close');
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const updates: SessionUpdate[] = [];
  const permissions: RequestPermissionRequest[] = [];
  const forms: CreateElicitationRequest[] = [];
  const waiting = new Set<() => void>();
  const app = client({ name: 'test' })
    .onNotification(methods.client.session.update, ({ params }) => {
      updates.push(params.update);
      for (const look of waiting) look();
    })
    .onRequest(methods.client.session.requestPermission, async ({ params, signal }) => {
      permissions.push(params);
      const optionId = permit(params);
      if (optionId === '') return {} as never;
      if (optionId !== null) return { outcome: { outcome: 'selected', optionId } };
      await once(signal, 'abort');
      return { outcome: { outcome: 'cancelled' } };
    })
    .onRequest(methods.client.elicitation.create, ({ params }) => {
      forms.push(params);
      return fillForm?.(params) ?? { action: 'cancel' };
    });
  const bytes = new TransformStream<Uint8Array, Uint8Array>();
  child.stdout.pipe(Writable.fromWeb(bytes.writable));
  const { agent } = app.connect(ndJsonStream(Writable.toWeb(child.stdin), bytes.readable));
  const clientCapabilities: ClientCapabilities = fillForm ? { elicitation: { form: {} } } : {};
  const agentInfo = await agent.request(methods.agent.initialize, {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities,
  });
  return {
    ...{ agent, agentInfo, updates, permissions, forms },
    stderr: () => stderr,
    until: (isSeen) =>
      new Promise((resolve) => {
        const look = () => {
          if (!isSeen(updates)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    leave: async () => {
      child.stdin.end();
      const [code] = await closed;
      return typeof code === 'number' ? code : null;
    },
  };
}

/** The text of all chunks of a kind. */
export function readChunks(updates: readonly SessionUpdate[], kind: 'user' | 'agent' | 'thought'): string {
  const name = kind === 'thought' ? 'agent_thought_chunk' : (`${kind}_message_chunk` as const);
  return updates
    .flatMap((update) =>
      update.sessionUpdate === name && update.content.type === 'text' ? [update.content.text] : [],
    )
    .join('');
}

/** The tool calls as a client has them after these updates, in order. */
export function foldCalls(updates: readonly SessionUpdate[]) {
  const calls = new Map<string, Extract<SessionUpdate, { sessionUpdate: 'tool_call_update' }>>();
  for (const update of updates) {
    if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update') continue;
    calls.set(update.toolCallId, {
      ...calls.get(update.toolCallId),
      ...update,
      sessionUpdate: 'tool_call_update',
    });
  }
  return [...calls.values()];
}
