/** The models that match a search, grouped by server. */
import type { ModelEntry, ModelProvider } from '../../../../lib/protocol/models/model-catalog.ts';
import type { Prices } from '../../../../lib/protocol/runs/run.ts';
import { formatCount } from '../../../../lib/util/format-count.ts';

interface ModelMatches {
  groups: readonly { provider: ModelProvider; models: readonly ModelEntry[] }[];
  /** How many match beyond those in the groups. */
  hiddenCount: number;
}

/** More than anyone reads; a longer list only slows the page. */
const MAX_SHOWN = 100;

/** Every word must occur in the model's name or its server's. */
export function searchModels(providers: readonly ModelProvider[], query: string): ModelMatches {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (provider: ModelProvider, { id, label }: ModelEntry) => {
    const text = `${id} ${label} ${provider.label}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  let room = MAX_SHOWN;
  let hiddenCount = 0;
  const groups = providers.flatMap((provider) => {
    const found = provider.models.filter((model) => matches(provider, model));
    const models = found.slice(0, room);
    room -= models.length;
    hiddenCount += found.length - models.length;
    return models.length > 0 ? [{ provider, models }] : [];
  });
  return { groups, hiddenCount };
}

/** `128K tokens of context · images · tools · $0.30 in, $1.20 out per 1M tokens`: what is known about the model. */
export function describeModel({ contextTokens, vision, nativeTools, prices }: ModelEntry): string {
  return [
    contextTokens ? `${formatCount(contextTokens)} context` : '',
    vision ? 'images' : '',
    nativeTools ? 'tools' : '',
    prices ? describePrices(prices) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** `$0.30 in, $1.20 out per 1M tokens`. */
export function describePrices({ inputPerMTok, outputPerMTok }: Prices): string {
  return `${toDollars(inputPerMTok)} in, ${toDollars(outputPerMTok)} out per 1M tokens`;
}

function toDollars(dollars: number): string {
  return dollars === 0 || dollars >= 0.01
    ? `$${dollars.toFixed(dollars === 0 ? 0 : 2)}`
    : `$${dollars.toPrecision(2)}`;
}
