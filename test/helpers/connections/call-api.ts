import { onTestFinished } from 'vitest';
import { GET, POST, PUT } from '../../../app/api/[...path]/route.ts';
import { type Container, setContainer } from '../../../lib/app/container.ts';

const HANDLERS = { GET, POST, PUT };

/** Replies of the API over a container, as a browser gets them. */
export function openApi(container: Container) {
  setContainer(container);
  onTestFinished(() => setContainer(undefined as never));

  /** Resolves to the text of the reply; of a stream, to all up to `end`. */
  return async (
    method: keyof typeof HANDLERS,
    path: string,
    body?: unknown,
    end?: string,
  ): Promise<string> => {
    const segments = path.split('/').slice(2).map(decodeURIComponent);
    const request = new Request(`http://localhost${path}`, { method, body: JSON.stringify(body) });
    const response = await HANDLERS[method](request, { params: Promise.resolve({ path: segments }) });
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (end !== undefined && text.includes(end)) break;
    }
    return text;
  };
}
