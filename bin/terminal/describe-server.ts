/** Model servers and tests of them, as the terminal shows them. */
import type { ModelServer, ServerTest } from '../../lib/protocol/models/model-server.ts';
import { formatCount } from '../../lib/util/format-count.ts';
import { toHarmless } from './to-harmless.ts';

/** `openrouter  OpenRouter  https://openrouter.ai/api/v1  key saved, ends in …abcd`. */
export function describeServer(server: ModelServer): string {
  const { id, label, address, models } = server;
  const parts = [id || '-', label, address, describeKey(server), models.join(', ')];
  return toHarmless(parts.filter(Boolean).join('  '));
}

function describeKey({ key, keyEnd, keyVariable, setBy }: ModelServer): string {
  const end = keyEnd ? `, ends in …${keyEnd}` : '';
  const where = setBy === 'models-file' ? 'models.json' : 'the environment';
  if (key === 'saved') return `key saved${end}`;
  if (key === 'environment') return `key from ${keyVariable ?? 'the environment'}, set in ${where}`;
  return setBy === 'user' ? 'no key' : `no key, set in ${where}`;
}

/** Some lines: what the server offers, whether the model answers, and what is known about it. */
export function describeTest({ models, listProblem, model, answer, problem }: ServerTest): string {
  const facts = model && [
    `context ${model.contextTokens === undefined ? UNKNOWN : `${formatCount(model.contextTokens)} tokens`}`,
    `pictures ${toWord(model.vision)}`,
    `tool calls ${toWord(model.nativeTools)}`,
    `price ${model.prices ? `$${model.prices.inputPerMTok} in, $${model.prices.outputPerMTok} out per 1M tokens` : UNKNOWN}`,
  ];
  const lines = [
    models.length > 0
      ? `The server offers ${models.length === 1 ? '1 model' : `${models.length} models`}.`
      : listProblem,
    answer && `${model?.id} answers: the first words came after ${(answer.firstMs / 1000).toFixed(1)} s.`,
    problem,
    facts?.join(' · '),
  ];
  return toHarmless(lines.filter(Boolean).join('\n'));
}

const UNKNOWN = 'unknown';

function toWord(flag: boolean | undefined): string {
  if (flag === undefined) return UNKNOWN;
  return flag ? 'yes' : 'no';
}
