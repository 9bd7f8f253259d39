/** Models that are at hand, as the runtime takes them; the first is the default. */
import type { Model, Models } from '../../../lib/model/model.ts';

export function offerModels(...models: readonly Model[]): Models {
  return {
    listConfigured: () => models.map(({ info }) => info),
    open: async (modelId) => {
      const model = modelId === undefined ? models[0] : models.find(({ info }) => info.id === modelId);
      if (!model) throw new Error(`There is no model ${modelId}.`);
      return model;
    },
    list: async () => [],
  };
}
