/** What a server's chat completions take. Conservative at first; a refusal teaches, see lessons.ts. */

export interface Traits {
  /** `stream_options: {include_usage: true}`. */
  includeUsage: boolean;
  maxTokens: 'max_tokens' | 'max_completion_tokens';
  /** The role of instructions; `user` puts them before the first question. */
  instructions: 'system' | 'developer' | 'user';
  /** Whether `usage.cost` is what a call cost in US dollars. */
  statesCost: boolean;
}

/** A server of which nothing is known. The usage option is refused aloud or ignored, so it may be tried. */
export const UNKNOWN_TRAITS: Traits = {
  includeUsage: true,
  maxTokens: 'max_tokens',
  instructions: 'system',
  statesCost: false,
};
