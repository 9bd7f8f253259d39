/** Asks a model server about itself: small JSON questions, within a short time, of configured addresses alone. */
import { type Obstacle, toObstacle } from '../openai/obstacle.ts';

export interface ProbeOptions {
  /** Where chat completions are, e.g. `http://127.0.0.1:11434/v1`. */
  baseUrl: string;
  headers: Record<string, string>;
  /** Added to every address, e.g. an `api-version`. */
  query?: Record<string, string>;
  /** For each question, milliseconds. */
  timeoutMs: number;
}

export interface Probe {
  /** JSON at a path under the base address. Throws {@link ProbeFailure}. */
  api(path: string, body?: unknown): Promise<unknown>;
  /** JSON at a path of the server itself, where servers keep what is not of the OpenAI API. */
  root(path: string, body?: unknown): Promise<unknown>;
}

/** Why there was no answer. `status` is 0 when there is none; then `obstacle` says why. */
export class ProbeFailure extends Error {
  readonly status: number;
  readonly obstacle: Obstacle;

  /** `message` is what the server said; it may hold a key and is for reading, not for showing. */
  constructor(status: number, message: string, obstacle: Obstacle = 'broken') {
    super(message);
    this.status = status;
    this.obstacle = obstacle;
  }
}

/** The longest list known, OpenRouter's, is under 2 MB. */
const MAX_ANSWER_BYTES = 8 * 1024 ** 2;
const MAX_ERROR_BYTES = 64 * 1024;

export function createProbe({ baseUrl, headers, query = {}, timeoutMs }: ProbeOptions): Probe {
  const base = baseUrl.replace(/\/+$/, '');

  async function ask(address: string, body: unknown): Promise<unknown> {
    const url = new URL(address);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const post = { method: 'POST', body: JSON.stringify(body) };
    try {
      const response = await fetch(url, {
        ...(body === undefined ? {} : post),
        headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
        // A redirect would take the key to a host that nobody configured.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok) {
        const said = await readText(response, MAX_ERROR_BYTES).catch(() => '');
        throw new ProbeFailure(response.status, said);
      }
      return JSON.parse(await readText(response, MAX_ANSWER_BYTES));
    } catch (error) {
      throw error instanceof ProbeFailure ? error : new ProbeFailure(0, '', toObstacle(error));
    }
  }

  return {
    api: (path, body) => ask(`${base}${path}`, body),
    root: (path, body) => ask(`${new URL(base).origin}${path}`, body),
  };
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new ProbeFailure(0, 'the answer is too long', 'other-api');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
