import { FENCES } from './fences.ts';
import { INVENTIONS } from './inventions.ts';
import type { ReplyRow } from './reply-row.ts';
import { TAGS } from './tags.ts';
import { WORDS } from './words.ts';

/** Every shape of reply that is known. */
export const REPLIES: readonly ReplyRow[] = [...FENCES, ...TAGS, ...WORDS, ...INVENTIONS];

/** Shapes that do not concern one whole reply: reasoning in a field of its own, and streams cut anywhere. */
export const SHAPES_OF_STREAMS = [39, 54];
