/** A reader of a session's events: a socket of its own, server-sent events, every number looked at. */
import { get } from 'node:http';
import type { CrowdApp } from './crowd-app.ts';

/** What is looked at. Not parsed further: hundreds of readers share a processor with the app. */
export interface ReadEvent {
  type: string;
  seq: number;
  at: number;
  /** Of a `run-end`. */
  outcome?: { status: string };
  /** Of a `cell-end`. */
  status?: string;
}

export interface Reader {
  /** Once the history is there. */
  ready: Promise<void>;
  /** Once a run has ended since then; rejects when an event is missing, or the stream ends first. */
  ended: Promise<void>;
  leave(): void;
}

/** `onEvents` gets each batch as it comes. */
export function followSession(
  app: CrowdApp,
  sessionId: string,
  onEvents: (events: ReadEvent[]) => void,
): Reader {
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let seq = 0;
  let isReady = false;

  function read(message: string): void {
    if (message.includes('event: ready')) {
      isReady = true;
      ready.resolve();
    }
    const data = /^data: (\[.*)$/m.exec(message)?.[1];
    if (!data) return;
    const events = JSON.parse(data) as ReadEvent[];
    for (const event of events) {
      seq += 1;
      if (event.seq !== seq) throw new Error(`Event ${seq} is missing: ${event.seq} came.`);
    }
    onEvents(events);
    if (isReady && events.some(({ type }) => type === 'run-end')) ended.resolve();
  }

  const fail = (error: unknown) => {
    ready.reject(error);
    ended.reject(error);
  };
  const headers = { authorization: `Bearer ${app.token}` };
  const request = get(
    `${app.url}/api/sessions/${sessionId}/events`,
    { headers, agent: false },
    (response) => {
      let rest = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        const messages = (rest + chunk).split('\n\n');
        rest = messages.pop() ?? '';
        try {
          messages.forEach(read);
        } catch (error) {
          fail(error);
        }
      });
      response.on('close', () => fail(new Error('The stream ended first.')));
    },
  );
  request.on('error', fail);
  return { ready: ready.promise, ended: ended.promise, leave: () => void request.destroy() };
}
