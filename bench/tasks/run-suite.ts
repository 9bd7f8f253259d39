/** All tasks, one after the other, with one model and one or both ways to act. */

import { createActbook } from '../../lib/library/create-actbook.ts';
import type { ActbookOptions, CustomModel } from '../../lib/library/options.ts';
import { type ActingModel, withJsonActions } from './json-actions.ts';
import { type Actions, runTask, type TaskResult } from './run-task.ts';
import type { SuiteTask } from './task.ts';

export interface SuiteOptions {
  tasks: readonly SuiteTask[];
  actions: readonly Actions[];
  /** Null: the built-in analyst, which acts by code only and is not told how to write its answer. */
  model: ((actions: Actions) => ActingModel) | null;
  maxSteps?: number;
  /** Where kernels come from and the like, for tests. */
  actbook?: Omit<ActbookOptions, 'model'>;
  /** Tasks that the model has nothing to say to are left out. */
  canDo?: (task: SuiteTask, actions: Actions) => boolean;
  onResult?: (result: TaskResult) => void;
}

const DEFAULT_MAX_STEPS = 20;

export async function runSuite(options: SuiteOptions): Promise<TaskResult[]> {
  const { tasks, model, maxSteps = DEFAULT_MAX_STEPS, canDo = () => true } = options;
  const results: TaskResult[] = [];
  for (const actions of options.actions) {
    const acting = model?.(actions);
    const used = acting && actions === 'json' ? withJsonActions(acting) : acting;
    const chosen = used ? { model: toCustom(used) } : {};
    await using actbook = await createActbook({ ...options.actbook, ...chosen });
    for (const task of tasks.filter((each) => canDo(each, actions))) {
      const result = await runTask(task, { actbook, actions, maxSteps, asksForFormat: model !== null });
      results.push(result);
      options.onResult?.(result);
    }
  }
  return results;
}

function toCustom({ info: { id, label }, ...model }: ActingModel): CustomModel {
  return { ...model, id, label };
}
