/**
 * Reads a model's reply as an {@link Action}. Accepts fenced code of the kernel's language, `<execute>`, `<code>`, `[PYTHON]`,
 * a JSON action and native tool calls; fences, `<execute>` and calls may name the cell that the code replaces. Never throws, whatever the reply.
 */

import { isFenceLabel, isOtherLabel, isShownLabel } from '../../execution/languages/is-fence-label.ts';
import type { Language } from '../../execution/languages/language.ts';
import { looksLikeCode } from '../../execution/languages/looks-like-code.ts';
import { PYTHON } from '../../execution/languages/python.ts';
import { type Action, EXECUTE_TOOL, type ModelReply, malformed, type Segment } from './action.ts';
import { cleanReply, THINK_TAG } from './clean-reply.ts';
import { findCall } from './find-call.ts';
import { dropReasoning } from './find-reasoning.ts';
import { parseJsonCalls, parseToolCalls } from './parse-tool-calls.ts';
import { isAttributeAlone, readCellAttribute, toAttributeProblem } from './read-cell-attribute.ts';
import { isSqlLabel, readSqlBlock } from './read-sql-block.ts';
import { findPythonCall, readPythonCall, type WrittenCall } from './read-written-call.ts';
import type { Block } from './scan-blocks.ts';
import { type Piece, splitReply } from './split-reply.ts';
import { findBareCode, toSource } from './to-source.ts';

const SHELL_LABEL = /^\{?(?:execute_bash|bash|sh|shell|zsh|console|terminal|cmd|powershell|shell-session)\b/i;
/**
 * Labels of languages that no kernel here runs, or that another one runs. Alone, such a block is a step in the wrong
 * language; with a sentence, it can be what was asked for.
 */
const OTHER_LABEL =
  /^\{?(?:sql|sqlite|duckdb|postgres(?:ql)?|mysql|r|julia|scala|java|javascript|js|typescript|ts|matlab|stata|sas)\b/i;

const MESSAGES = {
  cut: () =>
    'Your reply was cut off by the length limit, so nothing of it was run. Send it again in smaller pieces: one short code block per reply.',
  repeated: () =>
    'Your reply repeated the same text again and again, so it was stopped and nothing of it was run. Do not write it once more: say in one sentence what you want to do, then send one short code block or the answer.',
  filtered: () =>
    'Your reply was stopped by the content filter of the model server, so nothing of it was run. Use different words.',
  empty: ({ label }) =>
    `Your reply held neither code nor an answer. Send one ${label} code block to run, or the final answer as plain Markdown.`,
  call: ({ label }) =>
    `Your reply is a call in a form that is not read, so nothing happened, and it is not taken for the answer. Call ${EXECUTE_TOOL} if you were given it; otherwise send the code itself in one ${label} code block. If this markup is the answer, say in a sentence what it is and put it into a fenced block.`,
  shell: ({ label, shellHint }) =>
    `Only ${label} blocks are run, so nothing happened. For a shell command ${shellHint}; to finish, answer without a code block.`,
  other: ({ label }) =>
    `Only ${label} blocks are run, so nothing happened. Send one ${label} code block; if this block is the answer, say in a sentence what it is.`,
  value: ({ label, fence }) =>
    `Only ${label} blocks are run, so nothing happened. Send the code in one block labeled ${fence}; if this block is the answer, label it text and say in a sentence what it is.`,
} satisfies Record<string, (language: Language) => string>;
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
  const { finishReason, toolCalls } = reply;
  if (finishReason === 'repetition') return refuse('repeated', language);
  if (finishReason === 'content-filter') return refuse('filtered', language);
  const isCut = finishReason === 'length';
  if (toolCalls.length > 0) return isCut ? refuse('cut', language) : parseToolCalls(reply, language);
  const text = cleanReply(reply.text, language);
  const whole = text === reply.text ? null : findCallWithTags(reply.text, language);
  if (whole && !isCut) return runCall(whole, language);
  if (text.trim() === '') return refuse(isCut ? 'cut' : 'empty', language);
  return parseJsonCalls(text, language) ?? parseText(text, finishReason, language);
}

/** A call in an unknown dialect whose code holds tags of reasoning, which are text there. */
function findCallWithTags(written: string, language: Language): WrittenCall | null {
  const text = written.replaceAll(/\r\n?/g, '\n');
  if (!THINK_TAG.test(text) || THINK_TAG.exec(text)?.index === text.search(/\S/)) return null;
  const call = findCall(text, language);
  return call?.sources.some((source) => THINK_TAG.test(source)) ? call : null;
}

function parseText(written: string, finishReason: string, language: Language): Action {
  const isCut = finishReason === 'length';
  // Ends that a model chose itself.
  const isWhole = finishReason === 'stop' || finishReason === 'tool-calls';
  const { text, hidden } = dropReasoning(written, isWhole, language);
  const { pieces, fabricated, hidesCode } = splitReply(text, language);
  const blocks = pieces.flatMap(({ block }) => block ?? []);
  if (!isWhole && blocks.some((block) => isOpen(block, isCut, language))) return refuse('cut', language);
  const parts = pieces.map((piece, index) => readPiece(piece, pieces[index - 1], blocks, language));
  const misnamed = parts.find((part) => 'problem' in part);
  if (misnamed) return malformed(misnamed.problem);
  const segments = parts.filter((part) => 'type' in part);
  const notice = fabricated ? FABRICATED_NOTICE : undefined;
  if (segments.some(({ type }) => type === 'code')) return toCalledCode(segments, language, notice);
  if (isCut) return refuse('cut', language);
  const real = pieces.map((piece) => piece.text).join('');
  const called = fabricated ? null : findPythonCall(real, language);
  if (called) return runCall(called, language);
  const bare = findBareCode(real, language);
  if (bare !== null) return toCalledCode([{ type: 'code', source: bare }], language, notice);
  const hidingTag = hidden ?? (hidesCode ? '<thought>' : null);
  if (hidingTag !== null) return malformed(toHiddenMessage(hidingTag, language));
  const call = findCall(real, language);
  if (call && !isWhole) return refuse('cut', language);
  if (call) return runCall(call, language);
  const unusable = findUnusable(pieces, language);
  if (unusable) return refuse(unusable, language);
  const answer = segments.map((segment) => (segment.type === 'prose' ? segment.text : '')).join('');
  return answer.trim() === '' ? refuse('empty', language) : { type: 'answer', text: answer.trim() };
}

/** What keeps a reply without code from being an answer; null for one that is. */
function findUnusable(pieces: readonly Piece[], language: Language): keyof typeof MESSAGES | null {
  const blocks = pieces.flatMap(({ block }) => block ?? []);
  if (blocks.some((block) => isForeign(block, language))) return 'shell';
  if (isLoneValue(pieces, blocks, language)) return 'value';
  const isOther = ({ label }: Block) => OTHER_LABEL.test(label) && !isShownLabel(label);
  if (blocks.some(isOther) && !pieces.some(isWords)) return 'other';
  return blocks.some((block) => isEmpty(block, language)) ? 'empty' : null;
}

function isWords({ block, text }: Piece): boolean {
  return !block && text.trim() !== '';
}

/** Whether a reply ends with its only block, in an unknown language, and that holds a value that code has to compute. */
function isLoneValue(pieces: readonly Piece[], blocks: readonly Block[], language: Language): boolean {
  const [block, ...others] = blocks;
  if (!block || others.length > 0) return false;
  const { label, body } = block;
  const value = body.trim();
  if (isFenceLabel(label, language) || isOtherLabel(label, language)) return false;
  if (!language.isValid(value) || SENTENCE.test(value.replaceAll(/[([{][\s\S]*[)\]}]/g, ''))) return false;
  const computes = COMPUTES.test(value.replaceAll(/"[^"\n]*"|'[^'\n]*'/g, '""'));
  if (!pieces.some(isWords)) return computes || (label !== '' && NAME.test(value));
  const last = pieces.findLast((piece) => piece.block || isWords(piece));
  return computes && label !== '' && last?.block === block;
}

/** A piece as a segment, or what is wrong with the name of the cell that its code is to replace. */
function readPiece(
  { text, block }: Piece,
  before: Piece | undefined,
  blocks: readonly Block[],
  language: Language,
): Segment | { readonly problem: string } {
  if (!block) return { type: 'prose', text: stripMarkup(text) };
  if (isAttributeAlone(block)) return { problem: toAttributeProblem(block) };
  if (isEmpty(block, language)) return { type: 'prose', text: '' };
  const words = before && !before.block ? before.text : '';
  const source = readCode(block, words, blocks, language);
  if (source === null) return { type: 'prose', text };
  const attribute = readCellAttribute(block);
  if ('problem' in attribute) return attribute;
  const code = { type: 'code', source, ...attribute } as const;
  if (!language.sql || !isSql(block, language)) return code;
  const wanted = readSqlBlock(block.label, source, language.sql);
  return 'problem' in wanted ? wanted : { ...code, ...wanted };
}

/** The code to run from a block, or null when it only shows something. `before`: the words right above it. */
function readCode(block: Block, before: string, blocks: readonly Block[], language: Language): string | null {
  if (/^<{7} /m.test(block.body) || block.body.trim() === '' || isForeign(block, language)) return null;
  const holdsTag = block.kind === 'fence' && /^\s*<execute(?:\s[^<>\n]{1,200})?>/i.test(block.body);
  if (holdsTag && (blocks.length > 1 || /for example|e\.g\.|for instance|format/i.test(before))) return null;
  const source = toSource(block, language);
  if (source === '') return null;
  if (isExplicit(block, language) || holdsTag) return source;
  if (isOtherLabel(block.label, language) || blocks.some((each) => isExplicit(each, language))) return null;
  return looksLikeCode(language, source) ? source : null;
}

/** Whether the end of a reply that was broken off, or may have been, is in this block. */
function isOpen(block: Block, isCut: boolean, language: Language): boolean {
  if (!block.closed) return true;
  // A closing mark may be inside a string that is not finished.
  return isCut && isExplicit(block, language) && !language.isValid(toSource(block, language));
}

/** Meant to hold code, and holds none. */
function isEmpty(block: Block, language: Language): boolean {
  return isExplicit(block, language) && block.body.trim() === '';
}

function isExplicit(block: Block, language: Language): boolean {
  return block.kind === 'tag' || isFenceLabel(block.label, language) || isSql(block, language);
}

/** SQL that runs, where there is something that it can ask. */
function isSql({ kind, label }: Block, { sql }: Language): boolean {
  return kind === 'fence' && sql !== undefined && isSqlLabel(label) && !isShownLabel(label);
}

/** Meant to run, but not in this kernel: models write shell commands anywhere, and Python where it is not spoken. */
function isForeign({ label }: Block, language: Language): boolean {
  if (isShownLabel(label)) return false;
  return SHELL_LABEL.test(label) || (language.fence !== PYTHON.fence && isFenceLabel(label, PYTHON));
}

/** Code that only calls our tool is the code that it would give to the tool. */
function toCalledCode(segments: readonly Segment[], language: Language, notice?: string): Action {
  const called = segments.map((segment) => {
    const isPython = segment.type === 'code' && !segment.language;
    const source = isPython ? readPythonCall(segment.source, language) : null;
    return segment.type === 'prose' || source === null ? segment : { ...segment, source };
  });
  const isUncertain = called.some((segment) => segment.type === 'code' && segment.source === '');
  return isUncertain ? refuse('call', language) : toCode(called, notice);
}

function runCall({ words, sources }: WrittenCall, language: Language): Action {
  if (sources.length === 0) return refuse('call', language);
  const code = sources.map((source): Segment => ({ type: 'code', source }));
  return toCalledCode([{ type: 'prose', text: words }, ...code], language);
}

/** Prose without code in between becomes one segment. */
function toCode(segments: readonly Segment[], notice?: string): Action {
  const kept: Segment[] = [];
  for (const segment of segments) {
    const last = kept.at(-1);
    if (segment.type === 'prose' && last?.type === 'prose')
      kept[kept.length - 1] = { type: 'prose', text: last.text + segment.text };
    else kept.push(segment);
  }
  const trimmed = kept
    .map((segment) => (segment.type === 'prose' ? { ...segment, text: segment.text.trim() } : segment))
    .filter((segment) => segment.type === 'code' || segment.text !== '');
  return { type: 'code', segments: trimmed, ...(notice === undefined ? {} : { notice }) };
}

/** Tags that frame prose in one model's dialect or another's, unless it speaks of them. */
function stripMarkup(text: string): string {
  return text
    .replaceAll(/(?<![`'"])(?:<\/?(?:thought|solution|answer|final_answer|end_code)>|<\/execute>)/gi, '')
    .replaceAll(/^[ \t]{0,40}(?:<\/code>|\[\/PYTHON\]|END SOLUTION)[ \t]*$/gim, '');
}

const MAX_TAG_LENGTH = 60;

function toHiddenMessage(tag: string, { label }: Language): string {
  return `Code inside ${tag.slice(0, MAX_TAG_LENGTH)} is not run, so nothing happened, and your reply is not taken for the answer. Send the code again in one ${label} code block after the thought, or the answer without code.`;
}

function refuse(why: keyof typeof MESSAGES, language: Language): Action {
  return malformed(MESSAGES[why](language));
}
