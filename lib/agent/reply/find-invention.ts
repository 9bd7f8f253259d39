/**
 * Where a reply continues with what only the kernel or a person can write: an output of its code, or the next message.
 * The dress differs from model to model; each pattern was met in published replies.
 */
import type { Language } from '../../execution/languages/language.ts';
import { isSqlLabel } from './read-sql-block.ts';
import type { Block } from './scan-blocks.ts';

/** Marks of Markdown before the words. */
const LEAD = '^[ \\t#*_>]{0,40}';
const END = '[ \\t]*[*_]*:';
const NOUN = '(?:output|result|response)s?';

/** An output, at the start of a line. */
const OUTPUT = new RegExp(
  [
    `${LEAD}observation(?: of code block \\d{1,3})?(?: In \\[\\d{1,5}\\])?(?: \\(cell [\\w-]{1,64}\\))?${END}`,
    `${LEAD}(?:(?:execution|code|cell|tool|function)[ _])?${NOUN}${END}`,
    `${LEAD}(?:(?:and|so),? )?(?:the|this|its|your) (?:[a-z]{2,20} ){0,3}?${NOUN}(?: of [^:\\n]{1,60})? (?:is|are|was|were|will be|would be|should be|looks like|reads?)(?: as follows| now)?${END}`,
    `${LEAD}Out ?\\[\\d{1,5}\\]:`,
    '^[ \\t]{0,40}<(?:observation|(?:tool|function|execution|code)_(?:response|result|output)s?|stdout|output|result)>',
  ].join('|'),
  'i',
);
/** An output, anywhere in a line below code. */
const LATE_OUTPUT = /(?<![\w`'"])(?:Observation:|<(?:observation|tool_response)>)/;

/** The next message of a person, at the start of a line. */
const PERSON = /^[ \t#*_]{0,40}(?:(?:user|human)[ \t]*[*_]*:|\[INST|<\|(?:im_start|user|start_header_id))/i;
/** The next message of anybody; a reply may begin with the name of its own author. */
const TURN = /^[ \t#*_]{0,40}(?:assistant[ \t]*[*_]*:|\[\/INST\]|<\|assistant)|(?<![`'"])\[\/INST\][ \t]*$/i;

/** Labels of a fence in which a model shows what it thinks its code has printed. */
export const OUTPUT_LABEL = /^(?:output|stdout|observation|result|execution_result|text|txt|plaintext)$/i;

/** A line inside a block that is not code; not a comment, and not a name that is given a value. */
const INSIDE =
  /^(?:observation(?: In \[\d{1,5}\])?(?: \(cell [\w-]{1,64}\))?[ \t]*:|(?:(?:Execution|Code|Tool) )?(?:Output|Result|Response|output|result|response)s?[ \t]*:|Out ?\[\d{1,5}\]:|<(?:observation|tool_response|execution_result)>|(?:User|Human|Assistant)[ \t]*:|\[\/?INST\]|<\|im_(?:start|end)\|>)(?![^\n=]{0,200}(?<![=!<>])=(?!=))/gim;
const MAX_CANDIDATES = 8;

interface Place {
  /** Whether code was read before. */
  hasBlock: boolean;
  hasCodeBelow: boolean;
  /** Tells whether all before the line is code that no fence marks. */
  isCode: () => boolean;
}

/** Where in the line the invention begins; -1 where there is none. */
export function findInvention(line: string, { hasBlock, hasCodeBelow, isCode }: Place): number {
  if (!hasBlock && !hasCodeBelow) return -1;
  if (PERSON.test(line) || (hasBlock && TURN.test(line))) return line.search(/\[\/INST\]|\S/);
  if (OUTPUT.test(line)) return hasBlock || isCode() ? 0 : -1;
  return hasBlock ? line.search(LATE_OUTPUT) : -1;
}

/** The block up to an output or a message that a model made up inside it, for want of a closing fence; null for most blocks. */
export function cutInvention(block: Block, language: Language): Block | null {
  let count = 0;
  for (const { index } of block.body.matchAll(INSIDE)) {
    if (count++ === MAX_CANDIDATES) return null;
    const body = block.body
      .slice(0, index)
      .trimEnd()
      .replace(/`{3,20}$|~{3,20}$/, '');
    // A line that the reply was cut off in may become code yet.
    const closed = block.closed || block.body.includes('\n', index);
    // In the middle of a string the words are the code's own.
    const isCode = (language.sql && isSqlLabel(block.label)) || language.isValid(body.trim());
    if (body.trim() === '' || isCode) return { ...block, body, closed };
  }
  return null;
}
