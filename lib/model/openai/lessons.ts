/**
 * What a refusal teaches about a server: which part of the request it does not take. The words are those of the servers in
 * docs/models.md; each lesson counts only when the request had that part.
 */
import type { ModelRequest } from '../model.ts';
import type { Traits } from './traits.ts';

/** What is known of a model's server, changed by what it refuses. One for a model, for as long as the app runs. */
export interface Learned {
  traits: Partial<Traits>;
  nativeTools?: false;
  vision?: false;
}

interface Refusal {
  status: number | undefined;
  message: string;
}

/** How to ask the same again, or null when the refusal is about something else. */
export function adaptTraits(refusal: Refusal, request: ModelRequest, traits: Traits): Partial<Traits> | null {
  if (!isRefusal(refusal)) return null;
  const { message } = refusal;
  const hasSystem = request.messages.some(({ role }) => role === 'system');
  if (traits.includeUsage && USAGE.test(message)) return { includeUsage: false };
  if (
    request.maxTokens !== undefined &&
    traits.maxTokens === 'max_tokens' &&
    /max_completion_tokens/.test(message)
  )
    return { maxTokens: 'max_completion_tokens' };
  if (
    request.maxTokens !== undefined &&
    traits.maxTokens === 'max_completion_tokens' &&
    MAX_COMPLETION.test(message)
  )
    return { maxTokens: 'max_tokens' };
  if (hasSystem && traits.instructions !== 'user' && SYSTEM_ROLE.test(message))
    return {
      instructions: traits.instructions === 'system' && /developer/i.test(message) ? 'developer' : 'user',
    };
  // If the server does not name what it refuses, the least common part of the request is left out first.
  return traits.includeUsage && VAGUE.test(message) ? { includeUsage: false } : null;
}

/** What the prompt must do without, or null. Whoever wrote the prompt writes it again: {@link Model} tells how. */
export function learnPrompt(refusal: Refusal, request: ModelRequest): Omit<Learned, 'traits'> | null {
  if (!isRefusal(refusal)) return null;
  if (request.tools.length > 0 && TOOLS.test(refusal.message)) return { nativeTools: false };
  return hasImages(request) && IMAGES.test(refusal.message) ? { vision: false } : null;
}

/** Who refuses says so with a 4xx; Ollama and llama.cpp also say 500 and 501. Keys and quotas are a different matter. */
function isRefusal({ status }: Refusal): boolean {
  return status !== undefined && status >= 400 && ![401, 402, 403, 408, 413, 429].includes(status);
}

const USAGE = /stream_options|include_usage/i;
const VAGUE = /\bextra\b|unknown|unrecogni[sz]ed|unsupported/i;
const MAX_COMPLETION = /max_completion_tokens/i;
const SYSTEM_ROLE =
  /system (role|messages?|prompt) (is |are )?not (supported|allowed)|does not support ['"“]?(system|developer)['"”]?|(only|must be) user(,| and) assistant|unexpected (message )?role/i;
const TOOLS =
  /(does|do) not support (tools?|tool use|function calling)|support(s|ing)? tool use|tools? (param|is|are) (requires|not supported)|--enable-auto-tool-choice|--jinja|unsupported[^.]{0,40}['"“]?tools['"”]?|['"“]?tools['"”]?[^.]{0,40}(not (supported|permitted)|unrecognized|unknown)/i;
const IMAGES =
  /images? inputs?[^.]{0,20}not supported|(does|do) not support (images?|image input|vision|multimodal)|support image input|not a multimodal model|at most 0 image|image_url[^.]{0,60}(only supported|not supported|invalid|unknown)|missing data required for image input|unsupported content[^.]{0,30}image/i;

function hasImages({ messages }: ModelRequest): boolean {
  return messages.some(
    ({ role, content }) =>
      role === 'user' && typeof content !== 'string' && content.some(({ type }) => type === 'image'),
  );
}
