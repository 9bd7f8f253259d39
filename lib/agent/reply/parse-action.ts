/**
 * Reads a model's reply as an {@link Action}. Accepts fenced code of the kernel's language, `<execute>`, `<code>`, `[PYTHON]`,
 * a JSON action and native tool calls; fences, `<execute>` and calls may name the cell that the code replaces. Never throws, whatever the reply.
 */

import { isFenceLabel, isOtherLabel, isShownLabel } from '../../execution/languages/is-fence-label.ts';
import type { Language } from '../../execution/languages/language.ts';
import { looksLikeCode } from '../../execution/languages/looks-like-code.ts';
import { PYTHON } from '../../execution/languages/python.ts';
import { type Action, EXECUTE_TOOL, type ModelReply, type Segment } from './action.ts';
import type { Block } from './block.ts';
import { cleanReply, THINK_TAG } from './clean-reply.ts';
import { findBareCode } from './find-bare-code.ts';
import { type FoundCall, findCall } from './find-call.ts';
import { dropReasoning } from './find-reasoning.ts';
import { parseJsonCalls, parseToolCalls } from './parse-tool-calls.ts';
import { isAttributeAlone, readCellAttribute, toAttributeProblem } from './read-cell-attribute.ts';
import { findPythonCall, readPythonCall } from './read-python-call.ts';
import { type Piece, splitReply } from './split-reply.ts';
import { toSource } from './to-source.ts';

const SHELL_LABEL = /^\{?(?:execute_bash|bash|sh|shell|zsh|console|terminal|cmd|powershell|shell-session)\b/i;
/**
 * Labels of languages that no kernel here runs, or that another one runs. Alone, such a block is a step in the wrong
 * language; with a sentence, it can be what was asked for.
 */
const OTHER_LABEL =
  /^\{?(?:sql|sqlite|duckdb|postgres(?:ql)?|mysql|r|julia|scala|java|javascript|js|typescript|ts|matlab|stata|sas)\b/i;

const CUT_MESSAGE =
  'Your reply was cut off by the length limit, so nothing of it was run. Send it again in smaller pieces: one short code block per reply.';
const REPEATED_MESSAGE =
  'Your reply repeated the same text again and again, so it was stopped and nothing of it was run. Do not write it once more: say in one sentence what you want to do, then send one short code block or the answer.';
const FILTERED_MESSAGE =
  'Your reply was stopped by the content filter of the model server, so nothing of it was run. Use different words.';
const FABRICATED_NOTICE =
  'Everything your reply said after the code, from the made-up output or message on, was ignored, and code in it was not run. Wait for the real output of your code.';

const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;
/** The grammars of some languages know brackets only. */
const SENTENCE = /(?<!\p{L})\p{L}{2,} \p{L}{2,} \p{L}{2,}/u;
/** An operator, an attribute or an index. A slash between words is a path, and hyphens alone make a date. */
const COMPUTES =
  /[\p{L}\p{N}_)\]]\s*(?:\*{1,2}|\/\/|[+%@<>]=?|[=!]=)\s*[\p{L}\p{N}_([-]|[\d)\]]\s+-\s+[\d([]|\d\s*\/\s*\d|[\p{L}_)\]]\.[\p{L}_]|[\p{L}\p{N}_)\]]\[/u;

/** Several code blocks in one reply all become code segments, in order. */
export function parseAction(reply: ModelReply, language: Language = PYTHON): Action {
  if (reply.finishReason === 'repetition') return malformed(REPEATED_MESSAGE);
  if (reply.finishReason === 'content-filter') return malformed(FILTERED_MESSAGE);
  const cut = reply.finishReason === 'length';
  if (reply.toolCalls.length > 0) return cut ? malformed(CUT_MESSAGE) : parseToolCalls(reply, language);
  const text = cleanReply(reply.text, language);
  const whole = text === reply.text ? null : findCallWithTags(reply.text, language);
  if (whole && !cut) return toCode(whole.segments);
  if (text.trim() === '') return malformed(cut ? CUT_MESSAGE : toEmptyMessage(language));
  const calls = parseJsonCalls(text, language);
  if (calls) return calls.type === 'code' ? toCode(calls.segments) : calls;
  return parseText(text, reply.finishReason, language);
}

/** A call in an unknown dialect whose code holds tags of reasoning, which are text there. */
function findCallWithTags(written: string, language: Language): FoundCall | null {
  const text = written.replaceAll(/\r\n?/g, '\n');
  if (!THINK_TAG.test(text) || THINK_TAG.exec(text)?.index === text.search(/\S/)) return null;
  const call = findCall(text, language);
  const isInCode = call?.segments.some(
    (segment) => segment.type === 'code' && THINK_TAG.test(segment.source),
  );
  return call && isInCode ? call : null;
}

function parseText(written: string, finishReason: string, language: Language): Action {
  const cut = finishReason === 'length';
  // Ends that a model chose itself.
  const isWhole = finishReason === 'stop' || finishReason === 'tool-calls';
  const { text, hidden } = dropReasoning(written, { isWhole }, language);
  const { pieces, fabricated, hidesCode } = splitReply(text, language);
  if (!isWhole && pieces.some((piece) => piece.type === 'block' && isOpen(piece.block, cut, language)))
    return malformed(CUT_MESSAGE);
  const parts = toSegments(pieces, language);
  const misnamed = findMisnamed(pieces, parts);
  if (misnamed !== null) return malformed(misnamed);
  const segments = mergeProse(parts);
  const hasCode = segments.some((segment) => segment.type === 'code');
  if (hasCode) return toCalledCode(segments, language, fabricated ? FABRICATED_NOTICE : undefined);
  if (cut) return malformed(CUT_MESSAGE);
  const real = fabricated
    ? pieces.map((piece) => (piece.type === 'text' ? piece.text : piece.raw)).join('')
    : text;
  const called = fabricated ? null : findPythonCall(real, language);
  if (called) {
    const prose: Segment = { type: 'prose', text: called.words };
    return toCalledCode([prose, { type: 'code', source: called.source }], language);
  }
  const bare = findBareCode(real, language);
  if (bare !== null)
    return toCalledCode(
      [{ type: 'code', source: bare }],
      language,
      fabricated ? FABRICATED_NOTICE : undefined,
    );
  const hidingTag = hidden ?? (hidesCode ? '<thought>' : null);
  if (hidingTag !== null) return malformed(toHiddenMessage(hidingTag, language));
  const call = findCall(real, language);
  if (call && !isWhole) return malformed(CUT_MESSAGE);
  if (call) return call.segments.length > 0 ? toCode(call.segments) : malformed(toCallMessage(language));
  return toAnswer(pieces, segments, language);
}

function toAnswer(pieces: readonly Piece[], segments: readonly Segment[], language: Language): Action {
  const hasBlock = (test: (block: Block) => boolean) =>
    pieces.some((piece) => piece.type === 'block' && test(piece.block));
  if (hasBlock((block) => isForeign(block, language))) return malformed(toShellMessage(language));
  if (isLoneValue(pieces, language)) return malformed(toValueMessage(language));
  if (isOtherAlone(pieces)) return malformed(toOtherMessage(language));
  if (hasBlock((block) => isEmpty(block, language))) return malformed(toEmptyMessage(language));
  const answer = segments
    .map((segment) => (segment.type === 'prose' ? segment.text : ''))
    .join('\n\n')
    .trim();
  return answer === '' ? malformed(toEmptyMessage(language)) : { type: 'answer', text: answer };
}

/** Whether a reply ends with its only block, in an unknown language, and that holds a value that code has to compute. */
function isLoneValue(pieces: readonly Piece[], language: Language): boolean {
  const words = pieces.filter((piece) => piece.type === 'text' && piece.text.trim() !== '');
  const blocks = pieces.flatMap((piece) => (piece.type === 'block' ? [piece.block] : []));
  const [block, ...others] = blocks;
  if (!block || others.length > 0) return false;
  const { label, body } = block;
  const value = body.trim();
  if (isFenceLabel(label, language) || isOtherLabel(label, language)) return false;
  if (!language.isValid(value) || SENTENCE.test(value.replaceAll(/[([{][\s\S]*[)\]}]/g, ''))) return false;
  const computes = COMPUTES.test(value.replaceAll(/"[^"\n]*"|'[^'\n]*'/g, '""'));
  if (words.length === 0) return computes || (label !== '' && NAME.test(value));
  const last = pieces.findLast((piece) => piece.type === 'block' || piece.text.trim() !== '');
  return computes && label !== '' && last?.type === 'block';
}

function toSegments(pieces: readonly Piece[], language: Language): Segment[] {
  const blocks = pieces.flatMap((piece) => (piece.type === 'block' ? [piece.block] : []));
  const hasExplicit = blocks.some((block) => isExplicit(block, language));
  return pieces.map((piece, index): Segment => {
    if (piece.type === 'text') return { type: 'prose', text: stripMarkup(piece.text) };
    const before = pieces[index - 1];
    const context = {
      sole: blocks.length === 1,
      hasExplicit,
      before: before?.type === 'text' ? before.text : '',
    };
    if (isEmpty(piece.block, language)) return { type: 'prose', text: '' };
    const source = readCode(piece.block, context, language);
    if (source === null) return { type: 'prose', text: piece.raw };
    const attribute = readCellAttribute(piece.block);
    return { type: 'code', source, ...('problem' in attribute ? {} : attribute) };
  });
}

/** What is wrong with the name of a cell to replace; null where nothing is. `parts` are those of the pieces. */
function findMisnamed(pieces: readonly Piece[], parts: readonly Segment[]): string | null {
  for (const [index, piece] of pieces.entries()) {
    if (piece.type === 'text') continue;
    if (isAttributeAlone(piece.block)) return toAttributeProblem(piece.block);
    const attribute = parts[index]?.type === 'code' ? readCellAttribute(piece.block) : {};
    if ('problem' in attribute) return attribute.problem;
  }
  return null;
}

interface BlockContext {
  sole: boolean;
  hasExplicit: boolean;
  before: string;
}

/** The code to run from a block, or null when it only shows something. */
function readCode(block: Block, context: BlockContext, language: Language): string | null {
  if (/^<{7} /m.test(block.body) || block.body.trim() === '' || isForeign(block, language)) return null;
  const holdsTag = block.kind === 'fence' && /^\s*<execute(?:\s[^<>\n]{1,200})?>/i.test(block.body);
  if (holdsTag && (!context.sole || /for example|e\.g\.|for instance|format/i.test(context.before)))
    return null;
  const source = toSource(block, language);
  if (source === '') return null;
  if (isExplicit(block, language) || holdsTag) return source;
  const mayBeCode = !isOtherLabel(block.label, language) && !context.hasExplicit;
  return mayBeCode && looksLikeCode(language, source) ? source : null;
}

/** Whether the end of a reply that was broken off, or may have been, is in this block. */
function isOpen(block: Block, cut: boolean, language: Language): boolean {
  if (!block.closed) return true;
  // A closing mark may be inside a string that is not finished.
  return cut && isExplicit(block, language) && !language.isValid(toSource(block, language));
}

/** Meant to hold code, and holds none. */
function isEmpty(block: Block, language: Language): boolean {
  return isExplicit(block, language) && block.body.trim() === '';
}

function isExplicit(block: Block, language: Language): boolean {
  return block.kind === 'tag' || isFenceLabel(block.label, language);
}

/** Meant to run, but not in this kernel: models write shell commands anywhere, and Python where it is not spoken. */
function isForeign({ label }: Block, language: Language): boolean {
  if (isShownLabel(label)) return false;
  return SHELL_LABEL.test(label) || (language.fence !== PYTHON.fence && isFenceLabel(label, PYTHON));
}

function isOtherAlone(pieces: readonly Piece[]): boolean {
  const blocks = pieces.flatMap((piece) => (piece.type === 'block' ? [piece.block] : []));
  const hasProse = pieces.some((piece) => piece.type === 'text' && piece.text.trim() !== '');
  return !hasProse && blocks.some(({ label }) => OTHER_LABEL.test(label) && !isShownLabel(label));
}

function mergeProse(segments: readonly Segment[]): Segment[] {
  const merged: Segment[] = [];
  for (const segment of segments) {
    const last = merged.at(-1);
    if (segment.type === 'prose' && last?.type === 'prose') {
      merged[merged.length - 1] = { type: 'prose', text: last.text + segment.text };
    } else merged.push(segment);
  }
  return merged;
}

/** Code that only calls our tool is the code that it would give to the tool. */
function toCalledCode(segments: readonly Segment[], language: Language, notice?: string): Action {
  const called = segments.map((segment) => {
    const source = segment.type === 'code' ? readPythonCall(segment.source, language) : null;
    return segment.type === 'prose' || source === null ? segment : { ...segment, source };
  });
  const isUncertain = called.some((segment) => segment.type === 'code' && segment.source === '');
  return isUncertain ? malformed(toCallMessage(language)) : toCode(called, notice);
}

function toCode(segments: readonly Segment[], notice?: string): Action {
  const kept = segments
    .map((segment) => (segment.type === 'prose' ? { ...segment, text: segment.text.trim() } : segment))
    .filter((segment) => segment.type === 'code' || segment.text !== '');
  return { type: 'code', segments: kept, ...(notice === undefined ? {} : { notice }) };
}

/** Tags that frame prose in one model's dialect or another's, unless it speaks of them. */
function stripMarkup(text: string): string {
  return text
    .replaceAll(/(?<![`'"])(?:<\/?(?:thought|solution|answer|final_answer|end_code)>|<\/execute>)/gi, '')
    .replaceAll(/^[ \t]{0,40}(?:<\/code>|\[\/PYTHON\]|END SOLUTION)[ \t]*$/gim, '');
}

function toEmptyMessage({ label }: Language): string {
  return `Your reply held neither code nor an answer. Send one ${label} code block to run, or the final answer as plain Markdown.`;
}

const MAX_TAG_LENGTH = 60;

function toHiddenMessage(tag: string, { label }: Language): string {
  return `Code inside ${tag.slice(0, MAX_TAG_LENGTH)} is not run, so nothing happened, and your reply is not taken for the answer. Send the code again in one ${label} code block after the thought, or the answer without code.`;
}

function toCallMessage({ label }: Language): string {
  return `Your reply is a call in a form that is not read, so nothing happened, and it is not taken for the answer. Call ${EXECUTE_TOOL} if you were given it; otherwise send the code itself in one ${label} code block. If this markup is the answer, say in a sentence what it is and put it into a fenced block.`;
}

function toShellMessage({ label, shellHint }: Language): string {
  return `Only ${label} blocks are run, so nothing happened. For a shell command ${shellHint}; to finish, answer without a code block.`;
}

function toOtherMessage({ label }: Language): string {
  return `Only ${label} blocks are run, so nothing happened. Send one ${label} code block; if this block is the answer, say in a sentence what it is.`;
}

function toValueMessage({ label, fence }: Language): string {
  return `Only ${label} blocks are run, so nothing happened. Send the code in one block labeled ${fence}; if this block is the answer, label it text and say in a sentence what it is.`;
}

function malformed(message: string): Action {
  return { type: 'malformed', message };
}
