'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { ServerDraft, ServerTest } from '../../../../lib/protocol/models/model-server.ts';
import { toMessage } from '../../../../lib/util/app-error.ts';
import { callApi } from '../../../api/call-api.ts';

interface ServerTestState {
  /** Of the last test that ended; null before the first. */
  result: ServerTest | null;
  isRunning: boolean;
  /** Why there was no test, as a sentence; empty otherwise. */
  failure: string;
  /** Replaces one that is running. Resolves to what it found; null if there was no test. The same function each time. */
  run: (draft: ServerDraft) => Promise<ServerTest | null>;
  stop: () => void;
  /** What was found is of another server now. */
  forget: () => void;
}

/** Tests a server; ends with the component. */
export function useServerTest(onResult: (result: ServerTest) => void): ServerTestState {
  const [result, setResult] = useState<ServerTest | null>(null);
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState('');
  const controllerRef = useRef<AbortController | null>(null);
  const onResultRef = useRef(onResult);
  useEffect(() => {
    onResultRef.current = onResult;
  });
  useEffect(() => () => controllerRef.current?.abort(), []);
  const stop = useCallback(() => {
    controllerRef.current?.abort();
    setRunning(false);
  }, []);
  const forget = useCallback(() => {
    stop();
    setResult(null);
  }, [stop]);
  const run = useCallback(async (draft: ServerDraft): Promise<ServerTest | null> => {
    controllerRef.current?.abort();
    const controller = new AbortController();
    controllerRef.current = controller;
    const settle = (change: () => void) => {
      if (controller.signal.aborted) return;
      change();
      setRunning(false);
    };
    setRunning(true);
    setFailure('');
    setResult(null);
    try {
      const tested = await callApi('testServer', { body: draft, signal: controller.signal });
      settle(() => {
        setResult(tested);
        onResultRef.current(tested);
      });
      return controller.signal.aborted ? null : tested;
    } catch (error) {
      settle(() => setFailure(toMessage(error)));
      return null;
    }
  }, []);
  return { result, isRunning, failure, run, stop, forget };
}
