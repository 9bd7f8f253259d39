/** What the SQL of a run can ask. */
import type { Run } from './session.ts';

export interface SqlSources {
  /** Whether its kernel has DuckDB, which asks the frames of the notebook. */
  readonly hasFrames: boolean;
  /** Names of connections. */
  readonly connections: readonly string[];
}

/** Null where no SQL can run. */
export function findSqlSources(run: Pick<Run, 'packages' | 'connections'>): SqlSources | null {
  const hasFrames = run.packages.some(({ name }) => name === 'duckdb');
  const connections = run.connections?.map(({ name }) => name) ?? [];
  return hasFrames || connections.length > 0 ? { hasFrames, connections } : null;
}
