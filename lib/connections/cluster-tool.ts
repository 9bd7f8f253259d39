/** The tool of a connection to a cluster: a socket in the session's folder that leads to it, for a kernel without network. */
import { z } from 'zod';
import type { Connection } from '../protocol/connections/connection.ts';
import { createId } from '../protocol/id.ts';
import type { HostTool } from '../tools/host-tool.ts';
import type { Connections } from './connections.ts';

/** How long the cluster may take to answer, milliseconds. */
const OPEN_MS = 30_000;

const Opened = z.object({ file: z.string(), user: z.string().nullish() });

interface ClusterToolOptions {
  connections: Pick<Connections, 'ask'>;
  /** `open` resolves to the absolute path of the session's workspace. */
  results: { open(sessionId: string): Promise<string> };
  sessionId: string;
}

export function createClusterTool(
  { name, kind }: Pick<Connection, 'name' | 'kind'>,
  { connections, results, sessionId }: ClusterToolOptions,
): HostTool {
  return {
    module: name,
    name: kind,
    inKernel: 'connection',
    // Code that reaches the cluster runs there, outside of any sandbox.
    risky: true,
    description: 'Connects to the cluster, once for each kernel.',
    parameters: { type: 'object', properties: {} },
    call: async (_, { signal }) => {
      const folder = await results.open(sessionId);
      const more = { folder, file: `${createId('d')}.sock`, timeoutMs: OPEN_MS };
      return Opened.parse(await connections.ask(name, { op: 'door', more }, signal));
    },
  };
}

/** What a model is shown of it. */
export function describeCluster(name: string, kind: 'spark' | 'dask'): string {
  const what =
    kind === 'spark'
      ? `${name}.spark is a Spark Connect session: ${name}.spark.sql("…"), ${name}.spark.read.parquet("…")`
      : `${name}.dask is a client of Dask's scheduler, and computes what dask.dataframe and dask.delayed describe`;
  const files =
    kind === 'spark'
      ? 'Paths are those of its workers.'
      : 'Paths are those of its workers; dd.read_parquet needs the files in the kernel too, and dd.from_map(pd.read_parquet, paths, meta=…) does not.';
  return `${what}. Filter and sum on the cluster, and collect only small results. ${files}`;
}
