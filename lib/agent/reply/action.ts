/** What a model decided in one reply, read by {@link ./parse-action.ts}. */
import type { ToolCall } from '../../protocol/cells/call.ts';
import type { WantedLanguage } from '../../protocol/cells/cell-language.ts';

/** One finished reply of a model, before anything was read from it. */
export interface ModelReply {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  /** `length` means the reply was cut; every other value counts as complete. */
  readonly finishReason: string;
}

export type Segment =
  | { readonly type: 'prose'; readonly text: string }
  | {
      readonly type: 'code';
      readonly source: string;
      /** Absent for code of the kernel's language. */
      readonly language?: WantedLanguage;
      readonly toolCallId?: string;
      /** ID of the cell whose code it replaces; absent for a new cell. */
      readonly cell?: string;
    };

/**
 * `code` holds at least one code segment. `notice` tells the model what part of its reply was ignored.
 * `malformed.message` is what the model is told.
 */
export type Action =
  | { readonly type: 'code'; readonly segments: readonly Segment[]; readonly notice?: string }
  | { readonly type: 'answer'; readonly text: string }
  | { readonly type: 'malformed'; readonly message: string };

export function malformed(message: string): Action {
  return { type: 'malformed', message };
}

/** A reply that asks for a skill, or a file beside its text. */
export interface SkillCall {
  readonly type: 'skill';
  readonly path: string;
}

/** Names of the native tools offered to models that call tools. */
export const EXECUTE_TOOL = 'execute_code';
export const OUTPUTS_TOOL = 'outputs';
export const ASK_TOOL = 'ask_agent';
