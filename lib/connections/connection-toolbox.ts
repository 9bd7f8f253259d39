/** The tools that connections give to code: each connection a Python module with functions that ask its database. */
import { z } from 'zod';
import type { Catalog, CatalogTable } from '../protocol/connections/catalog.ts';
import {
  type Connection,
  type ConnectionDescription,
  isCluster,
} from '../protocol/connections/connection.ts';
import { createId } from '../protocol/id.ts';
import type { HostTool, HostToolContext, Toolbox } from '../tools/host-tool.ts';
import { toMessage } from '../util/app-error.ts';
import { formatBytes } from '../util/format-bytes.ts';
import { createClusterTool, describeCluster } from './cluster-tool.ts';
import type { HostProgress } from './connection-host.ts';
import type { Connections } from './connections.ts';
import { describeCatalog } from './describe-catalog.ts';
import { findTable, searchTables } from './find-table.ts';

/** Where a session's results are put for its kernel. */
export interface ResultFolder {
  /** Absolute path of the session's workspace. */
  open(sessionId: string): Promise<string>;
  /**
   * Some megabytes of a result, as base64, for a kernel that cannot open the file. `bytes` is the size of the whole file. Null when there is no
   * such file. It is removed with its last piece.
   */
  readPiece(sessionId: string, file: string, at: number): Promise<{ data: string; bytes: number } | null>;
  remove(sessionId: string, file: string): Promise<void>;
}

export interface ConnectionToolboxOptions {
  connections: Connections;
  results: ResultFolder;
}

/** Room in a prompt for all catalogs, characters: 1,500 tokens. */
const MAX_CATALOGS_LENGTH = 6_000;
/** How long the start of a run waits for a catalog, milliseconds. */
const DESCRIBE_MS = 5_000;
/** Most bytes of a result for a kernel that does not see the folder. */
const MAX_REMOTE_BYTES = 64 * 1000 ** 2;
/** A progress event comes after this time, milliseconds, and after this share of the time that the query has taken. */
const PROGRESS_MS = 500;
/** When the first progress is shown if no rows have arrived, milliseconds. */
const FIRST_PROGRESS_MS = 1_000;
const PROGRESS_SHARE = 0.05;

const QueryResult = z.object({
  file: z.string(),
  rows: z.number(),
  bytes: z.number(),
  ms: z.number(),
  isCut: z.enum(['rows', 'bytes']).nullable(),
});

export function createConnectionToolbox({ connections, results }: ConnectionToolboxOptions): Toolbox {
  return {
    list: async (sessionId) => {
      const { connections: listed, problem } = connections.list();
      const deps = { connections, results, sessionId };
      const tools = listed.flatMap((each) =>
        isCluster(each.kind) ? [createClusterTool(each, deps)] : createTools(each, deps),
      );
      return { tools, problems: problem === undefined ? [] : [problem] };
    },
    describe: async () => {
      const { connections: listed } = connections.list();
      const room = Math.floor(MAX_CATALOGS_LENGTH / Math.max(1, listed.length));
      return Promise.all(listed.map(({ name, kind }) => describe(connections, { name, kind }, room)));
    },
    dispose: async () => {},
  };
}

async function describe(
  connections: Connections,
  { name, kind }: Pick<ConnectionDescription, 'name' | 'kind'>,
  room: number,
): Promise<ConnectionDescription> {
  if (isCluster(kind)) return { name, kind, catalog: describeCluster(name, kind) };
  const signal = AbortSignal.timeout(DESCRIBE_MS);
  try {
    const catalog = await connections.readCatalog(name, { signal });
    return { name, kind, catalog: describeCatalog(name, catalog, room) };
  } catch (error) {
    const seconds = DESCRIBE_MS / 1000;
    const why = signal.aborted ? `The database did not answer within ${seconds} s.` : toMessage(error);
    return { name, kind, catalog: `Its tables are not known. ${why}`.slice(0, room) };
  }
}

interface ToolDeps extends ConnectionToolboxOptions {
  sessionId: string;
}

function createTools({ name, allowsWriters = false }: Connection, deps: ToolDeps): HostTool[] {
  const { connections } = deps;
  const shared = { module: name, inKernel: 'connection', risky: allowsWriters } as const;
  const read = (fresh: boolean, signal: AbortSignal) => connections.readCatalog(name, { fresh, signal });
  return [
    {
      ...shared,
      name: 'query',
      description:
        'Result of one SELECT as a DataFrame; with lazy=True, as a DuckDB relation, for large results.',
      parameters: toParameters({ sql: { type: 'string' } }, ['sql']),
      call: ({ sql }, context) => query(name, String(sql), context, deps),
    },
    {
      ...shared,
      risky: false,
      name: 'tables',
      description: 'Tables as a DataFrame: schema, name, kind, estimated rows, comment.',
      parameters: toParameters({ search: { type: 'string' } }, []),
      call: async ({ search }, { signal }) => {
        const tables = searchTables(await read(false, signal), typeof search === 'string' ? search : '');
        return tables.map(toEntry);
      },
    },
    {
      ...shared,
      risky: false,
      name: 'describe',
      description: 'Columns of a table with types, keys, comments, as a DataFrame.',
      parameters: toParameters({ table: { type: 'string' } }, ['table']),
      call: async ({ table }, { signal }) => findFresh(read, String(table), signal),
    },
    {
      ...shared,
      name: 'piece',
      isSilent: true,
      description: '',
      parameters: toParameters({ file: { type: 'string' }, at: { type: 'integer' } }, ['file', 'at']),
      call: ({ file, at }) => readPiece(deps, String(file), Number(at)),
    },
  ];
}

function toParameters(properties: Record<string, unknown>, required: string[]): Record<string, unknown> {
  return { type: 'object', properties, required };
}

function toEntry({ schema, name, kind, rows, comment = null }: CatalogTable) {
  return { schema, name, kind, rows, comment };
}

/** An unknown table may be new. */
async function findFresh(
  read: (fresh: boolean, signal: AbortSignal) => Promise<Catalog>,
  table: string,
  signal: AbortSignal,
): Promise<CatalogTable> {
  try {
    return findTable(await read(false, signal), table);
  } catch {
    return findTable(await read(true, signal), table);
  }
}

async function query(
  name: string,
  sql: string,
  context: HostToolContext,
  { connections, results, sessionId }: ToolDeps,
) {
  const { maxRows, maxBytes, timeoutMs } = connections.find(name).limits;
  const folder = await results.open(sessionId);
  const more = { sql, folder, file: `${createId('q')}.arrow`, maxRows, maxBytes, timeoutMs };
  const progress = createProgress(context);
  try {
    const request = { op: 'query', more } as const;
    return QueryResult.parse(await connections.ask(name, request, context.signal, progress.follow));
  } catch (error) {
    // No one will read what was written before the code stopped waiting.
    await results.remove(sessionId, more.file);
    throw error;
  } finally {
    progress.end();
  }
}

/** The log keeps every event, so events become rarer the longer a query runs. */
function createProgress({ tell, cellId, callId }: HostToolContext) {
  const startMs = performance.now();
  let lastMs = startMs;
  const say = (progress: number, message: string) =>
    tell({ type: 'tool-call-progress', cellId, callId, progress, message });
  const timer = setTimeout(() => say(0, 'no rows yet'), FIRST_PROGRESS_MS);
  return {
    follow: ({ rows, bytes }: HostProgress) => {
      clearTimeout(timer);
      const nowMs = performance.now();
      if (nowMs - lastMs < Math.max(PROGRESS_MS, (nowMs - startMs) * PROGRESS_SHARE)) return;
      lastMs = nowMs;
      say(rows, `${rows.toLocaleString('en')} rows, ${formatBytes(bytes)}`);
    },
    end: () => clearTimeout(timer),
  };
}

async function readPiece({ results, sessionId }: ToolDeps, file: string, at: number) {
  if (!/^q-[0-9a-f]{32}\.arrow$/.test(file)) throw new Error('This is not a result of a query.');
  const piece = await results.readPiece(sessionId, file, at);
  if (!piece) throw new Error('The result is gone. Run the query again.');
  if (piece.bytes <= MAX_REMOTE_BYTES) return piece;
  await results.remove(sessionId, file);
  throw new Error(
    `The result has ${formatBytes(piece.bytes)}. A kernel that does not share a folder with Actbook gets at most ${formatBytes(MAX_REMOTE_BYTES)}: ask for less, such as fewer columns, or sums instead of rows.`,
  );
}
