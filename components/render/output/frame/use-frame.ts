'use client';

import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { onThemeChange, readTheme } from '../../../ui/theme.ts';
import { clampHeight, type FrameMessage, hearFrame } from './frame-messages.ts';
import { FRAME_TEXTS } from './frame-texts.ts';

/** What a frame should draw. */
export interface FrameContent {
  message: { kind: string; [key: string]: unknown };
  /** Buffers that are transferred to the frame instead of copied. */
  transfer?: Transferable[];
}

interface FrameOptions {
  minHeightPx: number;
  maxHeightPx: number;
  /** Sent when the frame is ready, and again when another object is given; null while there is nothing yet. */
  content: FrameContent | null;
  /** Called with `drawn`, and with every message that is not about the frame itself. */
  onMessage?: (message: FrameMessage) => void;
}

interface FrameState {
  /** Null until the frame has reported one. */
  heightPx: number | null;
  isDrawn: boolean;
  /** What went wrong, in the frame's words; empty while nothing has. */
  failure: string;
  /** Why the frame was closed; null while it is open. */
  end: string | null;
}

interface Frame extends FrameState {
  ref: RefObject<HTMLIFrameElement | null>;
  onLoad: () => void;
}

const START: FrameState = { heightPx: null, isDrawn: false, failure: '', end: null };

/** Longest selected text, characters: the same for what is selected in the page. */
const MAX_SELECTION_LENGTH = 2_000;

/** The page's side of a frame with untrusted content: what it is sent, what it may report, when it is closed. */
export function useFrame({ minHeightPx, maxHeightPx, content, onMessage }: FrameOptions): Frame {
  const ref = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const [state, setState] = useState(START);
  const [loadCount, setLoadCount] = useState(0);
  const receive = useEffectEvent((message: FrameMessage) => {
    const { kind } = message;
    if (kind === 'ready') setReady(true);
    else if (kind === 'height') {
      const heightPx = clampHeight(message.height, minHeightPx, maxHeightPx);
      setState((before) => (before.heightPx === heightPx ? before : { ...before, heightPx }));
    } else if (kind === 'selection') {
      if (ref.current) noteSelection(ref.current, message);
    } else if (kind === 'error') {
      const failure = String(message.message).slice(0, 500);
      setState((before) => (before.failure === failure ? before : { ...before, failure }));
    } else {
      if (kind === 'drawn') setState((before) => ({ ...before, isDrawn: true }));
      onMessage?.(message);
    }
  });
  // Before the browser can load the frame: it says once that it is ready, and a busy page runs its effects later.
  useLayoutEffect(() => {
    const frame = ref.current;
    if (!frame) return;
    const stopHearing = hearFrame(
      frame,
      (message) => receive(message),
      () => setState({ ...START, end: FRAME_TEXTS.flooded }),
    );
    const stopTheme = onThemeChange(() => postToFrame(frame, { kind: 'theme', ...readTheme(frame) }));
    return () => {
      stopHearing();
      stopTheme();
    };
  }, []);
  useEffect(() => {
    const frame = ref.current;
    if (!isReady || !frame || !content) return;
    setState((before) => (before.failure === '' ? before : { ...before, failure: '' }));
    postToFrame(frame, { ...content.message, ...readTheme(frame) }, content.transfer);
  }, [isReady, content]);
  return {
    ref,
    onLoad: () => setLoadCount((count) => count + 1),
    ...state,
    // A second document: the output navigated away. The page's policy blocked it and left an error page.
    end: loadCount > 1 ? FRAME_TEXTS.left : state.end,
  };
}

/**
 * Keeps the text that is selected in a frame as attributes of its element, where the notebook reads it (`read-quote.ts`):
 * `data-selection`, and `data-selection-place` as its left and bottom in the frame, pixels. A frame is believed only while
 * the user is in it: what it sends otherwise would offer a question that nobody asked for.
 */
function noteSelection(frame: HTMLIFrameElement, { text, left, bottom }: FrameMessage): void {
  const isPlaced = typeof left === 'number' && typeof bottom === 'number';
  const selected = typeof text === 'string' ? text.slice(0, MAX_SELECTION_LENGTH).trim() : '';
  if (selected !== '' && isPlaced && document.activeElement === frame) {
    forgetSelections(frame);
    frame.dataset.selection = selected;
    frame.dataset.selectionPlace = `${clamp(left, frame.clientWidth)} ${clamp(bottom, frame.clientHeight)}`;
  } else delete frame.dataset.selection;
  document.dispatchEvent(new Event('frame-selection'));
}

/** Of all frames but one: each document has a selection of its own, and the last one counts. */
function forgetSelections(kept: HTMLIFrameElement): void {
  for (const frame of document.querySelectorAll<HTMLIFrameElement>('iframe[data-selection]'))
    if (frame !== kept) delete frame.dataset.selection;
}

function clamp(position: number, most: number): number {
  return Math.round(Math.min(Math.max(position, 0), most)) || 0;
}

export function postToFrame(
  frame: HTMLIFrameElement | null,
  message: Record<string, unknown>,
  transfer: Transferable[] = [],
): void {
  // An opaque origin cannot be named as a target.
  frame?.contentWindow?.postMessage(message, '*', transfer);
}
