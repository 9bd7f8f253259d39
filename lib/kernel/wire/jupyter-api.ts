/** The REST side of a Jupyter server, and the settings its WebSockets share. */
import { type Kernel, KernelAPI, KernelMessage, ServerConnection } from '@jupyterlab/services';
import { z } from 'zod';
import { AppError, isAppError, toMessage } from '../../util/app-error.ts';
import { explainForeignAnswer, explainNoAnswer, explainRefusal } from './explain-refusal.ts';
import { guardDeserialize } from './guarded-serializer.ts';
import { createSocketClass } from './guarded-socket.ts';
import type { JupyterAddress } from './jupyter-address.ts';
import { readExactContent } from './read-exact-content.ts';
import { SocketValve } from './socket-valve.ts';
import { createUnixFetch } from './unix-fetch.ts';

const REQUEST_TIMEOUT_MS = 60_000;
/** A gateway answers when the kernel runs, for which a cluster may have to fetch an image first. */
const START_TIMEOUT_MS = 300_000;
/** A server that is there says at once which kernels it has. */
const LOCATE_TIMEOUT_MS = 5_000;
const LOCATE_PAUSE_MS = 500;

export interface KernelSpecSummary {
  name: string;
  displayName: string;
  language: string;
}

/** Why a kernel is not to be had from its server: it has none of that id, or does not let us in. */
export type LostPlace = { kind: 'gone' } | { kind: 'refused'; reason: string };

/** Every method throws AppError `kernel-unavailable` when the server refuses or does not answer. */
export interface JupyterApi {
  /** `path` is the kernel's working directory, relative to the server's root. */
  startKernel(name: string, path: string): Promise<string>;
  interruptKernel(kernelId: string): Promise<void>;
  /**
   * Resolves to the id of a fork that works in a folder, given as code there sees it, or to what keeps the kernel from being forked.
   * With null it only looks for that. For servers of ours (`branch_kernels.py`).
   */
  forkKernel(kernelId: string, folder: string | null): Promise<ForkReply>;
  /** For servers of ours (`checkpoints.py`). */
  listCheckpoints(kernelId: string): Promise<CheckpointList>;
  /**
   * Resolves to the id of a kernel that is what this one was before it ran the cell, or to what keeps it from that. Started again, it
   * works in `folder`, given as code there sees it; as a branch, from its beginning. With null for it, this only looks.
   */
  wakeCheckpoint(
    kernelId: string,
    cellId: string,
    folder: string | null,
    isBranch?: boolean,
  ): Promise<ForkReply>;
  /** Resolves also when the kernel is gone already. */
  shutdownKernel(kernelId: string): Promise<void>;
  listSpecs(): Promise<KernelSpecSummary[]>;
}

const ForkReply = z.object({ id: z.string().nullable().default(null), obstacles: z.array(z.string()) });
type ForkReply = z.infer<typeof ForkReply>;

/** Reasons are parts of a sentence. Written by a process that runs anyone's code. */
const CheckpointList = z.object({
  checkpoints: z.array(z.object({ cellId: z.string(), bytes: z.number() })),
  missing: z.record(z.string(), z.string()),
  off: z.string().nullable(),
});
export type CheckpointList = z.infer<typeof CheckpointList>;

export function createJupyterApi(address: JupyterAddress): JupyterApi {
  const settings = createSettings(address);
  const call = <T>(request: () => Promise<T>) =>
    request().catch((error: unknown) => {
      throw toAppError(error, address.url);
    });
  /** Posts the body, or gets what is there with null. */
  async function request(path: string, body: object | null): Promise<unknown> {
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    const response = await ServerConnection.makeRequest(
      `${settings.baseUrl}api/kernels/${path}`,
      init,
      settings,
    );
    if (!response.ok) throw await ServerConnection.ResponseError.create(response);
    return response.json();
  }

  return {
    startKernel: (name, path) =>
      call(async () => {
        // The package's type leaves out the path, but its server takes one.
        const options = { name, path };
        return (await KernelAPI.startNew(options, settings)).id;
      }),
    interruptKernel: (kernelId) => call(() => KernelAPI.interruptKernel(kernelId, settings)),
    shutdownKernel: (kernelId) =>
      call(async () => {
        // The package warns on the console about a kernel that is gone; asking first keeps it quiet.
        if (await KernelAPI.getKernelModel(kernelId, settings)) {
          await KernelAPI.shutdownKernel(kernelId, settings);
        }
      }),
    forkKernel: (kernelId, folder) =>
      call(async () => ForkReply.parse(await request(`${kernelId}/branches`, { cwd: folder }))),
    listCheckpoints: (kernelId) =>
      call(async () => CheckpointList.parse(await request(`${kernelId}/checkpoints`, null))),
    wakeCheckpoint: (kernelId, cellId, folder, isBranch = false) =>
      call(async () =>
        ForkReply.parse(await request(`${kernelId}/checkpoints`, { cellId, cwd: folder, isBranch })),
      ),
    listSpecs: () => call(() => listSpecs(settings)),
  };
}

/** Settings of one connection: each needs its own, as the serializer remembers the kernel it listens to. `onTooLong`, `valve`: see {@link createSocketClass}. */
export function createSettings(
  address: JupyterAddress,
  onTooLong: () => void = () => {},
  valve = new SocketValve(),
): ServerConnection.ISettings {
  const { url, token, socketPath } = address;
  const base = ServerConnection.makeSettings({
    baseUrl: url,
    wsUrl: url.replace(/^http/, 'ws'),
    token,
    appendToken: false,
    fetch: withSentences(socketPath === undefined ? fetch : createUnixFetch(socketPath)),
    // Node's and the browser's class differ only in parts that are not used here.
    WebSocket: createSocketClass(address, onTooLong, valve) as unknown as typeof WebSocket,
  });
  const { serialize, deserialize } = base.serializer;
  const deserializeExactly: typeof deserialize = (data, protocol) => {
    const message = deserialize(data, protocol);
    const content = readExactContent(data, protocol, message.header.msg_type);
    return content === null ? message : Object.assign(message, { content });
  };
  const guarded = guardDeserialize(deserializeExactly, createUnreadable);
  return { ...base, serializer: { serialize, deserialize: guarded } };
}

/** Stands for a message nobody could read: connections without comms ignore it. */
function createUnreadable(): KernelMessage.IMessage {
  return KernelMessage.createMessage({
    msgType: 'comm_close',
    channel: 'iopub',
    session: '',
    content: { comm_id: '', data: {} },
  });
}

/** Bounds each request, says why one got no answer, and drops the server's traceback, which the package would print. */
function withSentences(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const isStart = request.method === 'POST' && new URL(request.url).pathname.endsWith('/api/kernels');
    const signal = AbortSignal.timeout(isStart ? START_TIMEOUT_MS : REQUEST_TIMEOUT_MS);
    const response = await send(request, { signal }).catch((cause: unknown) => {
      // The package keeps nothing of an error but its message.
      throw new Error(explainNoAnswer(cause, baseOf(request.url)), { cause });
    });
    if (response.ok) return response;
    const { status, statusText } = response;
    const body = ErrorBody.safeParse(await response.json().catch(() => null)).data;
    const message = body?.reason || body?.message || statusText;
    return Response.json({ message }, { status, statusText });
  };
}

/** The reason of an error: `message` in tornado's words, or `reason` in those of gateways, which says more. */
const ErrorBody = z.object({ message: z.string().nullish(), reason: z.string().nullish() });

/** The server's address in the address of a request. */
function baseOf(url: string): string {
  return url.replace(/api\/kernel(s|specs)\b.*$/, '');
}

const Specs = z.object({ kernelspecs: z.record(z.string(), z.unknown()) });
/** Kernels leave out what Jupyter's documents require. */
const Spec = z.object({
  spec: z.object({ display_name: z.string().nullish(), language: z.string().nullish() }),
});

/** Names are shown and logged: longer ones are cut, characters. */
const MAX_NAME_LENGTH = 200;

function cut(name: string): string {
  return name.slice(0, MAX_NAME_LENGTH);
}

async function listSpecs(settings: ServerConnection.ISettings): Promise<KernelSpecSummary[]> {
  const response = await ServerConnection.makeRequest(`${settings.baseUrl}api/kernelspecs`, {}, settings);
  if (!response.ok) throw await ServerConnection.ResponseError.create(response);
  const specs = Specs.safeParse(await response.json().catch(() => null)).data;
  if (!specs) throw new AppError('kernel-unavailable', explainForeignAnswer(settings.baseUrl));
  return Object.entries(specs.kernelspecs).flatMap(([name, value]) => {
    const { data } = Spec.safeParse(value);
    if (!data) return [];
    const { display_name: displayName, language } = data.spec;
    return [{ name: cut(name), displayName: cut(displayName || name), language: cut(language ?? '') }];
  });
}

function toAppError(cause: unknown, url: string): AppError {
  if (isAppError(cause)) return cause;
  const isRefusal = cause instanceof ServerConnection.ResponseError;
  const sentence = isRefusal ? explainRefusal(cause.response, cause.message, url) : toMessage(cause);
  return new AppError('kernel-unavailable', sentence, { cause });
}

interface LocateOptions {
  serverSettings: ServerConnection.ISettings;
  /** Whether nobody wants to know any more. */
  isOver: () => boolean;
  /** To make `isOver` true. */
  onLost: (place: LostPlace) => void;
}

/**
 * What a connection asks when it could not be opened. It answers once the server is there again: the package itself
 * waits up to 30 s between two questions, and calls a refusal a dead kernel.
 */
export class LocatingClient extends KernelAPI.KernelAPIClient {
  readonly #options: LocateOptions;

  constructor(options: LocateOptions) {
    super(options);
    this.#options = options;
  }

  override async getModel(kernelId: string): Promise<Kernel.IModel | undefined> {
    const { serverSettings, isOver, onLost } = this.#options;
    while (!isOver()) {
      try {
        const model = await Promise.race([super.getModel(kernelId), failLater()]);
        if (model) return model;
        onLost({ kind: 'gone' });
      } catch (error) {
        if (isRefusal(error))
          onLost({ kind: 'refused', reason: toAppError(error, serverSettings.baseUrl).message });
        else await new Promise((resolve) => setTimeout(resolve, LOCATE_PAUSE_MS));
      }
    }
  }
}

function failLater(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(reject, LOCATE_TIMEOUT_MS, new Error('No answer.')).unref();
  });
}

function isRefusal(error: unknown): boolean {
  return error instanceof ServerConnection.ResponseError && [401, 403].includes(error.response.status);
}
