/** What the kernel knows of the code in an editor, as CodeMirror asks for it. */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { toPlainText } from '../../lib/notebook/to-plain-text.ts';
import type { CodeQuestion, CodeReply } from '../../lib/protocol/code-help.ts';

export type AskKernel = (question: CodeQuestion) => Promise<CodeReply>;

/** Kinds that have a picture in CodeMirror's list. */
const KINDS: Record<string, string> = {
  function: 'function',
  class: 'class',
  module: 'namespace',
  keyword: 'keyword',
  magic: 'keyword',
  property: 'property',
  attribute: 'property',
  param: 'variable',
  variable: 'variable',
  statement: 'variable',
};

export function createCompletionSource(ask: AskKernel) {
  return async ({ state, pos }: CompletionContext): Promise<CompletionResult | null> => {
    const reply = await ask({ ask: 'complete', code: state.doc.toString(), cursor: pos }).catch(() => null);
    if (reply?.status !== 'ok' || reply.matches.length === 0) return null;
    const typed = state.sliceDoc(reply.from, pos);
    return {
      from: reply.from,
      to: reply.to,
      options: reply.matches.map((match, index) => toOption(match, typed, index)),
      validFor: /^[\w.]*$/,
    };
  };
}

function toOption({ text, type, signature }: CompletionMatch, typed: string, index: number): Completion {
  const kind = KINDS[type ?? ''];
  // The kernel's order says what is likely. What it names after a dot is shown without it.
  const isBehindDot = text.startsWith('.') && typed.startsWith('.');
  return {
    label: text,
    ...(isBehindDot ? { displayLabel: text.slice(1) } : {}),
    ...(kind ? { type: kind } : {}),
    ...(signature ? { detail: signature } : {}),
    boost: -Math.min(99, index / 10),
  };
}

type CompletionMatch = Extract<CodeReply, { status: 'ok' }>['matches'][number];

/** A text on the name at the cursor, or why there is none. */
export async function readInspection(ask: AskKernel, code: string, cursor: number): Promise<string> {
  const reply = await ask({ ask: 'inspect', code, cursor }).catch(() => null);
  if (reply?.status === 'busy') return 'The kernel is busy. Try again when it is idle.';
  if (reply?.status === 'none') return 'No kernel is running yet. It starts with the first cell that runs.';
  return toPlainText(reply?.status === 'ok' ? reply.text : '').trim() || 'The kernel knows nothing of this.';
}
