import { expect, test, vi } from 'vitest';
import { startRun } from '../../../components/api/actbook-api.ts';
import { API_TEXTS } from '../../../components/api/api-texts.ts';
import { beginSession } from '../../../components/pages/start/begin-session.ts';

/** A server that is reached, or not, for each request. */
function serve(answer: (request: string) => Response | null): string[] {
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    requests.push(`${method} ${path}`);
    const response = answer(`${method} ${path}`);
    if (!response) throw new TypeError('fetch failed');
    return response;
  });
  return requests;
}

const begin = () =>
  beginSession(
    async () => 's-1',
    [],
    (id) => startRun(id, { task: 'How many?' }),
  );
const summary = (runStatus: string | null) => Response.json({ runStatus });
const START = 'POST /api/sessions/s-1/runs';
const READ = 'GET /api/sessions/s-1';

test('a notebook whose run has begun is kept when only the reply was lost', async () => {
  const requests = serve((request) => (request === READ ? summary('running') : null));
  expect(await begin()).toBe('s-1');
  expect(requests).toEqual([START, READ]);
});

test('a notebook whose run was refused is deleted, one of which nothing is known is not', async () => {
  const refusal = { error: { code: 'bad-request', message: 'There is no such model.' } };
  const refused = serve((request) => {
    if (request === START) return Response.json(refusal, { status: 400 });
    return request === READ ? summary(null) : new Response(null, { status: 204 });
  });
  await expect(begin()).rejects.toThrow('There is no such model.');
  expect(refused).toEqual([START, READ, 'DELETE /api/sessions/s-1']);
  const unheard = serve(() => null);
  await expect(begin()).rejects.toThrow(API_TEXTS.unreachable);
  expect(unheard).toEqual([START, READ]);
});
