/** Actbook as an agent of the Agent Client Protocol: what answers each request of a client. */
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type AgentApp,
  type AgentConnection,
  agent,
  type ClientCapabilities,
  type InitializeResponse,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  RequestError,
} from '@agentclientprotocol/sdk/unstable';
import { APPROVAL_OPTION } from '../../lib/acp/config-options.ts';
import type { Container } from '../../lib/app/container.ts';
import { isAppError, toMessage } from '../../lib/util/app-error.ts';
import { type AcpSessions, createAcpSessions } from './acp-sessions.ts';

export interface AcpAgent {
  /** Answers what comes from `input`, one message a line, on `output`. */
  connect(input: NodeJS.ReadableStream, output: NodeJS.WriteStream): AgentConnection;
  /** Deletes the sessions in which nothing was asked. What an app is working on continues there. */
  leave(): Promise<void>;
}

export function createAcpAgent(container: Container): AcpAgent {
  let capabilities: ClientCapabilities = {};
  const sessions = createAcpSessions(container, () => capabilities);
  const app = agent({ name: 'actbook' }).onRequest(methods.agent.initialize, ({ params }) => {
    capabilities = params.clientCapabilities ?? {};
    return describeAgent(container.version);
  });
  answerSessions(app, sessions);
  return {
    connect: (input, output) => {
      // The stream of Node is of the same bytes, but its type is another one.
      const bytes = new TransformStream<Uint8Array, Uint8Array>();
      pipeline(input, Writable.fromWeb(bytes.writable)).catch(() => {});
      return app.connect(ndJsonStream(Writable.toWeb(output), bytes.readable));
    },
    leave: sessions.leaveAll,
  };
}

function describeAgent(version: string): InitializeResponse {
  return {
    protocolVersion: PROTOCOL_VERSION,
    agentInfo: { name: 'actbook', title: 'Actbook', version },
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: true, embeddedContext: true },
      sessionCapabilities: { list: {}, resume: {}, close: {}, fork: {} },
    },
    authMethods: [],
  };
}

function answerSessions(app: AgentApp, sessions: AcpSessions): void {
  const { session } = methods.agent;
  app
    .onRequest(session.new, ({ params }) => inWords(() => sessions.begin(params)))
    .onRequest(session.load, ({ params, client }) =>
      inWords(async () => {
        await sessions.replay(params.sessionId, client);
        return sessions.enter(params.sessionId, params);
      }),
    )
    .onRequest(session.resume, ({ params }) => inWords(() => sessions.enter(params.sessionId, params)))
    .onRequest(session.fork, ({ params }) => inWords(() => sessions.fork(params.sessionId, params)))
    .onRequest(session.list, ({ params }) =>
      inWords(async () => ({ sessions: await sessions.list(params.cwd) })),
    )
    .onRequest(session.close, ({ params }) => inWords(() => sessions.close(params.sessionId)))
    .onRequest(session.setMode, ({ params }) =>
      inWords(() => sessions.find(params.sessionId).choose(APPROVAL_OPTION, params.modeId)),
    )
    .onRequest(session.setConfigOption, ({ params }) =>
      inWords(async () => {
        const chosen = sessions.find(params.sessionId);
        await chosen.choose(params.configId, params.value);
        const { configOptions } = await chosen.describe();
        return { configOptions };
      }),
    )
    .onRequest(session.prompt, ({ params, client, signal }) =>
      inWords(async () => {
        const asked = sessions.find(params.sessionId);
        signal.addEventListener('abort', asked.cancel, { once: true });
        return asked.prompt(params.prompt, client);
      }),
    )
    .onNotification(session.cancel, ({ params }) => sessions.find(params.sessionId).cancel());
}

/** The sentence of a failure, under the nearest code of the protocol. */
async function inWords<Reply>(work: () => Promise<Reply>): Promise<Reply> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RequestError) throw error;
    const isAsked = isAppError(error) && ['bad-request', 'conflict', 'too-large'].includes(error.code);
    throw new RequestError(isAsked ? INVALID_PARAMS : INTERNAL_ERROR, toMessage(error));
  }
}

const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;
