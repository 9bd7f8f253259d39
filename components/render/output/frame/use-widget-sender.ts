'use client';

import { useRef, useState } from 'react';
import type { WidgetMessage } from '../../../../lib/protocol/kernel/widget-message.ts';
import { toMessage } from '../../../../lib/util/app-error.ts';
import { callApi } from '../../../api/call-api.ts';
import { useSessionId } from '../../../api/session-id-context.tsx';

type Data = Record<string, unknown>;

/**
 * By model: the last of the frame's changes that the kernel has answered, and the event by which the log has the outcome.
 */
export type WidgetAnswers = Readonly<Record<string, { readonly change: number; readonly seq: number }>>;

interface Sent {
  /** The frame's number of the change; 0 for what changes nothing in it. */
  change: number;
  /** Whether a kernel is there to receive it. */
  isLive: boolean;
}

interface WidgetSender {
  /** Sends what the user did. While the kernel is busy, changes to one widget are merged. */
  send: (modelId: string, data: Data, sent: Sent) => void;
  answers: WidgetAnswers;
  /** Why the last change had no effect; empty otherwise. */
  failure: string;
}

export function useWidgetSender(): WidgetSender {
  const sessionId = useSessionId();
  const [failure, setFailure] = useState('');
  const [answers, setAnswers] = useState<WidgetAnswers>({});
  const queueRef = useRef<{ modelId: string; message: WidgetMessage; change: number }[]>([]);
  const isSendingRef = useRef(false);

  /** From event `seq` on, the log's word on the change is what is shown. */
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

/** Null for messages that no widget sends: they come from a frame and are not trusted. */
function toWidgetMessage({ method, state, content }: Data): WidgetMessage | null {
  if (method === 'update') return { method, state: toRecord(state) };
  return method === 'custom' ? { method, content } : null;
}

function toRecord(value: unknown): Data {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
