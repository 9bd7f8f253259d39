'use client';

import { useRef, useState } from 'react';
import type { WidgetMessage } from '../../../../lib/protocol/widget-message.ts';
import { toMessage } from '../../../../lib/util/app-error.ts';
import { sendToWidget } from '../../../api/actbook-api.ts';
import { useSessionId } from '../../../api/session-id-context.tsx';

type Data = Record<string, unknown>;

interface WidgetSender {
  /** Sends what the user did. While the kernel is busy, changes to one widget are merged. */
  send: (modelId: string, data: Data) => void;
  /** Why the last change had no effect; empty otherwise. */
  failure: string;
}

export function useWidgetSender(): WidgetSender {
  const sessionId = useSessionId();
  const [failure, setFailure] = useState('');
  const queueRef = useRef<{ modelId: string; message: WidgetMessage }[]>([]);
  const isSendingRef = useRef(false);

  async function sendAll(): Promise<void> {
    if (isSendingRef.current) return;
    isSendingRef.current = true;
    for (let next = queueRef.current.shift(); next; next = queueRef.current.shift()) {
      try {
        await sendToWidget(sessionId, next.modelId, next.message);
        setFailure('');
      } catch (error) {
        setFailure(toMessage(error));
      }
    }
    isSendingRef.current = false;
  }

  function send(modelId: string, data: Data): void {
    const message = toWidgetMessage(data);
    if (!message) return;
    const waiting = queueRef.current.find(
      (each) => each.modelId === modelId && each.message.method === 'update',
    );
    if (waiting?.message.method === 'update' && message.method === 'update') {
      waiting.message = { ...message, state: { ...waiting.message.state, ...message.state } };
    } else queueRef.current.push({ modelId, message });
    void sendAll();
  }
  return { send, failure };
}

/** Null for messages that no widget sends: they come from a frame and are not trusted. */
function toWidgetMessage({ method, state, content }: Data): WidgetMessage | null {
  if (method === 'update') return { method, state: toRecord(state) };
  return method === 'custom' ? { method, content } : null;
}

function toRecord(value: unknown): Data {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
