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

  return {
    take: (events, onEvent) =>
      inTurn(async () => {
        const unsent: SessionUpdate[] = [];
        for (const event of events) {
          for (const update of await updates.apply(event)) addUpdate(unsent, update);
          // A long thought has thousands of pieces.
          if (event.type !== 'reasoning-delta') await send(unsent.splice(0));
          if (event.type === 'cell-end' || event.type === 'cell-start') await flush();
          onEvent?.(event);
        }
        await send(unsent);
      }),
    say: (text) =>
      inTurn(() =>
        send([{ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: `${text}\n\n` } }]),
      ),
    think: (text) => inTurn(() => send([toThought(`\n${text}\n`)])),
    end: async () => {
      clearInterval(timer);
      await inTurn(flush);
    },
  };
}

/** A thought is joined to one that is before it. */
function addUpdate(list: SessionUpdate[], update: SessionUpdate): void {
  const text = readThought(update);
  const last = list.at(-1);
  const before = last ? readThought(last) : null;
  if (text === null || before === null) list.push(update);
  else list.splice(-1, 1, toThought(before + text));
}

function toThought(text: string): SessionUpdate {
  return { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text } };
}

function readThought(update: SessionUpdate): string | null {
  if (update.sessionUpdate !== 'agent_thought_chunk') return null;
  return update.content.type === 'text' ? update.content.text : null;
}
