'use client';

import { useRef, useState } from 'react';
import type { WidgetMessage } from '../../../../lib/protocol/kernel/widget-message.ts';
import { toMessage } from '../../../../lib/util/app-error.ts';
import { callApi } from '../../../api/call-api.ts';
import { useSessionId } from '../../../api/session-id-context.tsx';

type Data = Record<string, unknown>;

/**
 * For each widget model: the last change from the frame that the kernel has answered, and the event up to which the log has its outcome.
 */
export type WidgetAnswers = Readonly<Record<string, { readonly change: number; readonly seq: number }>>;

interface Sent {
  /** The number that the frame gave this change; 0 for a message that changes no state. */
  change: number;
  /** Whether a kernel is there to receive it. */
  isLive: boolean;
}

interface WidgetSender {
  /** Sends what the user did. Changes that wait for an earlier message to be answered are merged, for each widget. */
  send: (modelId: string, data: Data, sent: Sent) => void;
  answers: WidgetAnswers;
  /** Why the last message to the kernel failed; empty if it did not. */
  failure: string;
}

export function useWidgetSender(): WidgetSender {
  const sessionId = useSessionId();
  const [failure, setFailure] = useState('');
  const [answers, setAnswers] = useState<WidgetAnswers>({});
  const queueRef = useRef<{ modelId: string; message: WidgetMessage; change: number }[]>([]);
  const isSendingRef = useRef(false);

  /** From event `seq` on, the widget shows what the log says, and no longer what the user set. */
  function answer({ modelId, change }: { modelId: string; change: number }, seq: number): void {
    if (change > 0) setAnswers((before) => ({ ...before, [modelId]: { change, seq } }));
  }

  async function sendAll(): Promise<void> {
    if (isSendingRef.current) return;
    isSendingRef.current = true;
    for (let next = queueRef.current.shift(); next; next = queueRef.current.shift()) {
      try {
        const params = { sessionId, modelId: next.modelId };
        const { seq } = await callApi('sendToWidget', { params, body: next.message });
        setFailure('');
        answer(next, seq);
      } catch (error) {
        setFailure(toMessage(error));
        answer(next, 0);
      }
    }
    isSendingRef.current = false;
  }

  function send(modelId: string, data: Data, { change, isLive }: Sent): void {
    const message = isLive ? toWidgetMessage(data) : null;
    if (!message) {
      answer({ modelId, change }, 0);
      return;
    }
    const waiting = queueRef.current.find(
      (each) => each.modelId === modelId && each.message.method === 'update',
    );
    if (waiting?.message.method === 'update' && message.method === 'update') {
      waiting.message = { ...message, state: { ...waiting.message.state, ...message.state } };
      waiting.change = change;
    } else queueRef.current.push({ modelId, message, change });
    void sendAll();
  }
  return { send, answers, failure };
}

/** Null for a message that no widget would send. Messages come from a frame, whose code is not trusted. */
function toWidgetMessage({ method, state, content }: Data): WidgetMessage | null {
  if (method === 'update') return { method, state: toRecord(state) };
  return method === 'custom' ? { method, content } : null;
}

function toRecord(value: unknown): Data {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
