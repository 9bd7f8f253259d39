/** The app as its API is used: a scripted model, requests, and the event stream folded as a browser does. */
import { expect, onTestFinished } from 'vitest';
import type { Event } from '../../../lib/protocol/events/event.ts';
import { applyEvents } from '../../../lib/session/fold/apply-event.ts';
import { createSession, type Session } from '../../../lib/session/session.ts';
import { type Script, startModelServer } from '../model/model-server.ts';
import { type App, type OwnApp, startApp } from './app.ts';

/** An app of this test's own, with a model that answers by the script. Most tests share one: `openScriptedApp`. */
export async function startScriptedApp(
  script: Script,
  home?: string,
  more: Record<string, string> = {},
): Promise<OwnApp> {
  const server = await startModelServer(script);
  onTestFinished(() => server.close());
  const model = { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: 'sk-canary', ACTBOOK_MODEL: 'scripted' };
  const env = { ...model, ...more };
  return startApp({ env, ...(home === undefined ? {} : { home }) });
}

export async function post(app: App, path: string, body: unknown = {}): Promise<Record<string, string>> {
  const response = await app.request(path, { method: 'POST', body: JSON.stringify(body) });
  expect(response.ok, `${path} ${response.status}`).toBe(true);
  const text = await response.text();
  return text === '' ? {} : JSON.parse(text);
}

/** Follows the stream as a browser does, until the folded session satisfies the condition. */
export async function followUntil(
  app: App,
  sessionId: string,
  isDone: (session: Session) => boolean,
  from: Session = createSession(sessionId),
  onEvents: (events: Event[]) => void = () => {},
): Promise<Session> {
  const controller = new AbortController();
  const response = await app.request(`/api/sessions/${sessionId}/events`, {
    headers: { 'last-event-id': String(from.seq) },
    signal: controller.signal,
  });
  let session = from;
  let buffer = '';
  for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    buffer += chunk;
    const messages = buffer.split('\n\n');
    buffer = messages.pop() ?? '';
    for (const message of messages) {
      const data = message.match(/^data: (\[.*)$/m)?.[1];
      if (!data) continue;
      const events: Event[] = JSON.parse(data);
      session = applyEvents(session, events);
      onEvents(events);
    }
    if (isDone(session)) {
      controller.abort();
      return session;
    }
  }
  throw new Error('The stream ended first.');
}

/** Whether every run of the session has. */
export const isEnded = (session: Session) =>
  session.runs.length > 0 && session.runs.every((run) => run.outcome !== null);
