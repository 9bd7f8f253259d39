/** What the SQL of a run can ask. */
import type { Run } from './session.ts';

export interface SqlSources {
  /** Whether its kernel has DuckDB, which asks the frames of the notebook. */
  readonly hasFrames: boolean;
  /** Names of connections. */
  readonly connections: readonly string[];
}

/** Null where no SQL can run. Connections are the modules with the functions that only they have. */
export function findSqlSources({ packages, tools }: Pick<Run, 'packages' | 'tools'>): SqlSources | null {
  const hasFrames = packages.some(({ name }) => name === 'duckdb');
  const names = new Set(tools.map(({ name }) => name));
  const modules = tools.flatMap(({ name }) => /^(\w+)\.query$/.exec(name)?.[1] ?? []);
  const connections = modules.filter((name) => names.has(`${name}.tables`) && names.has(`${name}.describe`));
  return hasFrames || connections.length > 0 ? { hasFrames, connections } : null;
}
