/** `GET /models` of the OpenAI API: ids, and nothing else that all servers agree on. */

import type { ModelFacts } from './profile.ts';
import { readList, readObject, readText } from './read-json.ts';
import { type Probe, ProbeFailure } from './server-probe.ts';

/** Models that answer no chat, by the names that are usual. */
const NO_CHAT =
  /embed|whisper|tts|dall-e|moderation|rerank|transcribe|realtime|audio|image|sora|babbage|davinci/i;

/** `read` adds what a server says beyond the id. */
export async function listOpenaiModels(
  probe: Probe,
  read: (model: Record<string, unknown>) => Partial<ModelFacts> = () => ({}),
  path = '/models',
): Promise<ModelFacts[]> {
  const answer = await probe.api(path);
  // Together's list is the answer itself.
  const data = Array.isArray(answer) ? answer : readObject(answer).data;
  if (!Array.isArray(data)) throw new ProbeFailure(0, '', 'other-api');
  return readList(data).flatMap((model) => {
    const id = readText(model.id);
    return id === undefined || NO_CHAT.test(id) ? [] : [{ id, ...read(model) }];
  });
}

/** What a list says of one model; of a variant as `model:free` what it says of the model. */
export function findModel(models: readonly ModelFacts[], modelId: string): ModelFacts {
  const stem = modelId.split(':')[0];
  return models.find(({ id }) => id === modelId) ?? models.find(({ id }) => id === stem) ?? { id: modelId };
}
