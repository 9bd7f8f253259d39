/** Composition of what the user can do with model servers, for the web app and the command line alike. */
import { createAnalyst } from '../analyst/analyst.ts';
import type { ModelConfig } from '../config/read-model-config.ts';
import { createModels } from '../model/catalog/create-models.ts';
import type { Model, Models } from '../model/model.ts';
import { createServers } from '../model/servers/servers.ts';
import { AppError } from '../util/app-error.ts';
import type { ServerDesk } from './container.ts';

export interface ModelDesk {
  models: Models;
  servers: ServerDesk;
}

/** `given`: models of the caller's own, before the configured ones. */
export function createServerDesk(config: ModelConfig, given: readonly Model[] = []): ModelDesk {
  const saved = createServers(config);
  const models = createModels(config, given, createAnalyst(), saved);
  const { isDefaultFixed } = config;

  function list() {
    const problem = saved.problem();
    const defaultId = models.listConfigured()[0]?.id ?? '';
    return {
      servers: saved.list(),
      restorable: saved.listRestorable(),
      defaultId,
      isDefaultFixed,
      ...(problem ? { problem } : {}),
    };
  }

  return {
    models,
    servers: {
      list,
      listRemoved: () => saved.listRemoved().map(({ id, label }) => ({ id, label })),
      add: saved.add,
      change: saved.change,
      remove: saved.remove,
      restore: saved.restore,
      test: saved.test,
      chooseDefault: async (modelId) => {
        if (isDefaultFixed)
          throw new AppError(
            'conflict',
            'The environment sets the default model. Change ACTBOOK_MODEL or OPENAI_BASE_URL and start Actbook again.',
          );
        await models.open(modelId);
        saved.saveDefault(modelId);
      },
    },
  };
}
