/** The sentences of an answer in their order, each with a number that those of one row of a table share. */
import type { Block, Span } from './read-blocks.ts';

export interface Sentence extends Span {
  /** What it is a part of. */
  readonly block: Block;
  /** The one before it in its block. */
  readonly previous: Span | undefined;
  /** Counts from 1; all cells of one row of a table have the same. */
  readonly number: number;
}

export function listSentences(blocks: readonly Block[]): Sentence[] {
  const sentences: Sentence[] = [];
  let number = 0;
  let row = -1;
  for (const block of blocks) {
    if (block.row < 0 || block.row !== row) number++;
    row = block.row;
    for (const [index, span] of block.sentences.entries()) {
      if (index > 0) number++;
      sentences.push({ ...span, block, previous: block.sentences[index - 1], number });
    }
  }
  return sentences;
}
