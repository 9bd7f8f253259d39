'use client';

import { useRef, useState } from 'react';
import { toMessage } from '../../lib/util/app-error.ts';
import { sendToWidget } from '../api/actbook-api.ts';
import { useSessionId } from './session-id-context.tsx';

type Data = Record<string, unknown>;

interface WidgetSender {
  /** Sends what a person did. While the kernel is at work, changes of one widget become one. */
  send: (modelId: string, data: Data) => void;
  /** Why the last one had no effect; empty otherwise. */
  failure: string;
}

export function useWidgetSender(): WidgetSender {
  const sessionId = useSessionId();
  const [failure, setFailure] = useState('');
  const queueRef = useRef<{ modelId: string; data: Data }[]>([]);
  const isSendingRef = useRef(false);

  async function sendAll(): Promise<void> {
    if (isSendingRef.current) return;
    isSendingRef.current = true;
    for (let next = queueRef.current.shift(); next; next = queueRef.current.shift()) {
      try {
        await sendToWidget(sessionId, next.modelId, next.data);
        setFailure('');
      } catch (error) {
        setFailure(toMessage(error));
      }
    }
    isSendingRef.current = false;
  }

  function send(modelId: string, data: Data): void {
    const waiting = queueRef.current.find(
      (each) => each.modelId === modelId && each.data.method === 'update',
    );
    if (waiting && data.method === 'update') {
      waiting.data = { ...data, state: { ...toRecord(waiting.data.state), ...toRecord(data.state) } };
    } else queueRef.current.push({ modelId, data });
    void sendAll();
  }
  return { send, failure };
}

function toRecord(value: unknown): Data {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
