/** What the kernel knows about the code in an editor, in the form CodeMirror asks for. */

import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  insertCompletionText,
} from '@codemirror/autocomplete';
import type { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { toPlainText } from '../../../lib/notebook/to-plain-text.ts';
import type { CodeQuestion, CodeReply } from '../../../lib/protocol/kernel/code-help.ts';

export type AskKernel = (question: CodeQuestion) => Promise<CodeReply>;

/** Kinds that have an icon in CodeMirror's list. */
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

/** What the editor says in place of the kernel's help. */
const EDITOR_TEXTS = {
  kernelBusy: 'The kernel is busy. Try again when it is idle.',
  noKernel: 'No kernel is running. It starts when you run a cell.',
  noHelp: 'The kernel has no information about this name.',
} as const;

/** `isAsked`: whether the user asked about this text. A single match is then inserted at once, as JupyterLab does. */
export function createCompletionSource(ask: AskKernel, isAsked: (state: EditorState) => boolean) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const { state, pos, view } = context;
    const reply = await ask({ ask: 'complete', code: state.doc.toString(), cursor: pos }).catch(() => null);
    if (reply?.status !== 'ok' || reply.matches.length === 0) return null;
    const typed = state.sliceDoc(reply.from, pos);
    const [first, ...others] = reply.matches;
    const isHere = !context.aborted && view?.state.doc === state.doc;
    if (first && others.length === 0 && isHere && isAsked(state)) {
      insert(view, first.text, reply);
      return null;
    }
    return {
      from: reply.from,
      to: reply.to,
      options: reply.matches.map((match, index) => toOption(match, typed, index)),
      validFor: /^[\w.]*$/,
    };
  };
}

function insert(view: EditorView, text: string, { from, to }: { from: number; to: number }): void {
  view.dispatch(insertCompletionText(view.state, text, from, to), { effects: EditorView.announce.of(text) });
}

function toOption({ text, type, signature }: CompletionMatch, typed: string, index: number): Completion {
  const kind = KINDS[type ?? ''];
  // The kernel lists likely names first. A name after a dot is shown without the dot.
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

/** A text about the name at the cursor, or why there is none. */
export async function readInspection(ask: AskKernel, code: string, cursor: number): Promise<string> {
  const reply = await ask({ ask: 'inspect', code, cursor }).catch(() => null);
  if (reply?.status === 'busy') return EDITOR_TEXTS.kernelBusy;
  if (reply?.status === 'none') return EDITOR_TEXTS.noKernel;
  return toPlainText(reply?.status === 'ok' ? reply.text : '').trim() || EDITOR_TEXTS.noHelp;
}
