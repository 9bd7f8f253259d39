/** Sends what happens in a session to a client, in order. */
import { type AgentContext, methods, type SessionUpdate } from '@agentclientprotocol/sdk/unstable';
import type { SessionUpdates } from '../../lib/acp/session-updates.ts';
import type { Event } from '../../lib/protocol/events/event.ts';

/** How often the outputs of a running cell are sent, milliseconds. */
const FLUSH_MS = 500;
/** All of them are sent each time: what takes long is sent less often, by this factor. */
const PAUSE = 10;

export interface UpdateSender {
  /** Resolves when the updates of these events were sent. `onEvent` is called after those of each. */
  take(events: readonly Event[], onEvent?: (event: Event) => void): Promise<void>;
  /** A sentence of the agent that is not in the log. */
  say(text: string): Promise<void>;
  think(text: string): Promise<void>;
  /** Resolves when all was sent. */
  end(): Promise<void>;
}

export function createUpdateSender(
  client: AgentContext,
  sessionId: string,
  updates: SessionUpdates,
): UpdateSender {
  let last = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    // Of a client that has gone, the end of the connection is heard elsewhere.
    last = last.then(work).catch(() => {});
    return last;
  };
  const send = async (list: readonly SessionUpdate[]): Promise<void> => {
    for (const update of list) await client.notify(methods.client.session.update, { sessionId, update });
  };
  let restUntil = 0;
  const flush = async () => {
    const startedAt = Date.now();
    await send(await updates.takeChanged());
    restUntil = Date.now() + PAUSE * (Date.now() - startedAt);
  };
  const look = () => {
    if (Date.now() >= restUntil) void inTurn(flush);
  };
  const timer = setInterval(look, FLUSH_MS).unref();
  const tell = (sessionUpdate: 'agent_message_chunk' | 'agent_thought_chunk', text: string) =>
    inTurn(() => send([{ sessionUpdate, content: { type: 'text', text } }]));

  return {
    take: (events, onEvent) =>
      inTurn(async () => {
        for (const event of events) {
          await send(await updates.apply(event));
          if (event.type === 'cell-end' || event.type === 'cell-start') await flush();
          onEvent?.(event);
        }
      }),
    say: (text) => tell('agent_message_chunk', `${text}\n\n`),
    think: (text) => tell('agent_thought_chunk', `\n${text}\n`),
    end: async () => {
      clearInterval(timer);
      await inTurn(flush);
    },
  };
}
