/** The REST side of a Jupyter server, and the settings its WebSockets share. */
import {
  KernelAPI,
  KernelMessage,
  type KernelSpec,
  KernelSpecAPI,
  ServerConnection,
} from '@jupyterlab/services';
import { AppError, toMessage } from '../util/app-error.ts';
import { toPublicUrl } from '../util/to-public-url.ts';
import { guardDeserialize } from './guarded-serializer.ts';
import { createSocketClass } from './guarded-socket.ts';
import type { JupyterAddress } from './jupyter-address.ts';
import { readExactContent } from './read-exact-content.ts';
import { createUnixFetch } from './unix-fetch.ts';

const REQUEST_TIMEOUT_MS = 60_000;
const BINARY_PROTOCOL = 'v1.kernel.websocket.jupyter.org';

export interface KernelSpecSummary {
  name: string;
  displayName: string;
  language: string;
}

/** Every method throws AppError `kernel-unavailable` when the server refuses or does not answer. */
export interface JupyterApi {
  /** `path` is the kernel's working directory, relative to the server's root. */
  startKernel(name: string, path: string): Promise<string>;
  interruptKernel(kernelId: string): Promise<void>;
  /** Resolves also when the kernel is gone already. */
  shutdownKernel(kernelId: string): Promise<void>;
  listSpecs(): Promise<KernelSpecSummary[]>;
}

export function createJupyterApi(address: JupyterAddress): JupyterApi {
  const settings = createSettings(address);
  const call = <T>(request: () => Promise<T>) =>
    request().catch((error: unknown) => {
      throw toAppError(error, address.url);
    });
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
    listSpecs: () => call(async () => toSummaries(await KernelSpecAPI.getSpecs(settings))),
  };
}

/** Settings of one connection: each needs its own, as the serializer remembers the kernel it listens to. `onTooLong`: see {@link createSocketClass}. */
export function createSettings(
  address: JupyterAddress,
  onTooLong: () => void = () => {},
): ServerConnection.ISettings {
  const { url, token, socketPath } = address;
  const base = ServerConnection.makeSettings({
    baseUrl: url,
    wsUrl: url.replace(/^http/, 'ws'),
    token,
    appendToken: false,
    fetch: withoutTraceback(socketPath === undefined ? fetch : createUnixFetch(socketPath)),
    // Node's and the browser's class differ only in parts that are not used here.
    WebSocket: createSocketClass(address, onTooLong) as unknown as typeof WebSocket,
  });
  const { serialize, deserialize } = base.serializer;
  const deserializeExactly: typeof deserialize = (data, protocol) => {
    const message = deserialize(data, protocol);
    if (protocol !== BINARY_PROTOCOL) return message;
    const content = readExactContent(data, message.header.msg_type);
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

/** Bounds each request, and drops the server's traceback, which the package would print. */
function withoutTraceback(send: typeof fetch): typeof fetch {
  return async (request, init) => {
    const response = await send(request, { ...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    if (response.ok) return response;
    const body: unknown = await response.json().catch(() => null);
    const message = body instanceof Object && 'message' in body ? String(body.message) : response.statusText;
    return Response.json({ message }, { status: response.status, statusText: response.statusText });
  };
}

function toSummaries(specs: KernelSpec.ISpecModels): KernelSpecSummary[] {
  return Object.values(specs.kernelspecs)
    .filter((spec) => spec !== undefined)
    .map((spec) => ({ name: spec.name, displayName: spec.display_name, language: spec.language }));
}

function toAppError(cause: unknown, url: string): AppError {
  return new AppError('kernel-unavailable', toSentence(cause, url), { cause });
}

function toSentence(error: unknown, address: string): string {
  const url = toPublicUrl(address);
  if (!(error instanceof ServerConnection.ResponseError)) {
    return `No Jupyter server answers at ${url}. Check that it runs and that the address is right.`;
  }
  const { status } = error.response;
  if (status === 401 || status === 403) {
    return `The Jupyter server at ${url} does not accept the token. Set JUPYTER_TOKEN to the server's own.`;
  }
  return `The Jupyter server at ${url} refused with status ${status}: ${toMessage(error)}`;
}
