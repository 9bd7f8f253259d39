/** What a message takes of the context, characters. */
import type { ContentPart, ModelMessage } from '../model/model.ts';
import { CHARACTERS_PER_TOKEN } from '../observation/shorten-text.ts';

/** An image costs about this much on the common vision models, whatever its bytes. */
const IMAGE_TOKENS = 800;

export function measureMessage(message: ModelMessage): number {
  const calls = message.role === 'assistant' ? JSON.stringify(message.toolCalls ?? []).length : 0;
  const { content } = message;
  return calls + (typeof content === 'string' ? content.length : sum(content.map(measurePart)));
}

export function measureMessages(messages: readonly ModelMessage[]): number {
  return sum(messages.map(measureMessage));
}

function measurePart(part: ContentPart): number {
  return part.type === 'text' ? part.text.length : IMAGE_TOKENS * CHARACTERS_PER_TOKEN;
}

function sum(lengths: readonly number[]): number {
  return lengths.reduce((total, length) => total + length, 0);
}
