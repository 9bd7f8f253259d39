/** `fetch` over a Unix socket, which the platform's own `fetch` cannot use. */
import { type IncomingMessage, request as sendRequest } from 'node:http';

/** An answer from a box may be anything, of any length. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** Takes requests to any host over the socket at `socketPath`. Rejects an answer longer than 16 MiB. */
export function createUnixFetch(socketPath: string): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const body = Buffer.from(await request.arrayBuffer());
    const response = await send(socketPath, request, body);
    return toResponse(response, await readBody(response));
  };
}

function send(socketPath: string, request: Request, body: Buffer): Promise<IncomingMessage> {
  const { pathname, search } = new URL(request.url);
  return new Promise((resolve, reject) => {
    const { method, signal } = request;
    const headers = { ...Object.fromEntries(request.headers), 'content-length': body.byteLength };
    sendRequest({ socketPath, path: pathname + search, method, headers, signal }, resolve)
      .once('error', reject)
      // The connection closes after an answer, or without one, such as after an upgrade that nobody asked for.
      .once('close', () => reject(new Error('The connection ended without an answer.')))
      .end(body);
  });
}

async function readBody(response: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    if (!Buffer.isBuffer(chunk)) continue;
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) throw new Error(`The answer is longer than ${MAX_BODY_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function toResponse(response: IncomingMessage, body: Buffer<ArrayBuffer>): Response {
  const status = response.statusCode ?? 502;
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers.set(name, String(value));
  }
  // Statuses without a body, for which the constructor takes none.
  return new Response([204, 205, 304].includes(status) ? null : body, {
    status,
    statusText: response.statusMessage ?? '',
    headers,
  });
}
