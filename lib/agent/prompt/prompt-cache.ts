/**
 * What the prompts of a run are made of, read once: of 50 steps, 49 are as they were in the prompt before. Cells and steps are
 * replaced when they change, never mutated, and what was read of one is dropped with it.
 */
import type { ObservationOptions } from '../../observation/observation-options.ts';
import { type Observation, toObservation } from '../../observation/to-observation.ts';
import { readCode } from '../../session/cell-code.ts';
import type { CellVersion, Step } from '../../session/session.ts';
import { collapseRepetition } from '../../util/find-repetition.ts';
import { stripThinking } from '../reply/clean-reply.ts';

export interface PromptCache {
  observe(cell: CellVersion, options: ObservationOptions): Observation;
  /** The reply of a step as the model is shown it again. */
  readReply(step: Step): string;
  /** See {@link listWords}. */
  listWords(cell: CellVersion): ReadonlySet<string>;
}

export function createPromptCache(): PromptCache {
  const observations = new WeakMap<CellVersion, Map<string, Observation>>();
  return {
    observe: (cell, options) => {
      const { maxTokens, vision, hasHandle } = options;
      const key = [maxTokens, vision, hasHandle].join();
      const known = observations.get(cell) ?? new Map<string, Observation>();
      const observation = known.get(key) ?? toObservation(cell, options);
      observations.set(cell, known.set(key, observation));
      return observation;
    },
    readReply: remember((step) => stripThinking(toShownReply(step)).trim()),
    // A cell of SQL does not say itself what its result is called.
    listWords: remember((cell) => listWords(readCode(cell))),
  };
}

function remember<Key extends object, Value>(read: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { value: Value }>();
  return (key) => {
    const entry = known.get(key) ?? { value: read(key) };
    known.set(key, entry);
    return entry.value;
  };
}

/** A model that sees a page of its own repetition continues it. */
export function toShownReply({ text, finishReason }: Pick<Step, 'text' | 'finishReason'>): string {
  return finishReason === 'repetition' ? collapseRepetition(text) : text;
}

/** Identifiers in the order of their first use. R allows dots within them, so such a word counts whole and in parts. */
export function listWords(source: string): Set<string> {
  const words = source.match(/[\p{L}_][\p{L}\p{N}_.]*/gu) ?? [];
  return new Set(words.flatMap((word) => (word.includes('.') ? [word, ...word.split('.')] : [word])));
}
