import type { CommandRun } from '../table/command-context.ts';
import type { OwnCommandId } from '../table/command-table.ts';

/** Functions of some commands, by id. */
export type CommandRuns = { readonly [Id in OwnCommandId]?: CommandRun };
