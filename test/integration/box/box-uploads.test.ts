/** Files and requests that the app takes from and gives to a browser. */
import { expect, it } from 'vitest';
import { post } from '../../helpers/app/app-client.ts';
import { openApp } from '../../helpers/app/shared-app.ts';

const UPLOADS = 1_000;

it('F12 a thousand uploads at once: some are taken, the rest refused with a sentence, none is lost half-way', async () => {
  const app = await openApp();
  const { id = '' } = await post(app, '/api/sessions');
  const statuses = await Promise.all(
    Array.from({ length: UPLOADS }, async (_, index) => {
      const body = `file ${index} `.repeat(10_000);
      const answer = await app.request(`/api/sessions/${id}/files/f${index}.txt`, { method: 'PUT', body });
      await answer.arrayBuffer();
      return answer.status;
    }),
  );
  // 408: its turn did not come in time.
  expect(statuses.every((status) => [201, 408, 429].includes(status))).toBe(true);
  expect(statuses).toContain(201);
  expect(statuses).toContain(429);
  const again = await app.request(`/api/sessions/${id}/files/again.txt`, { method: 'PUT', body: 'x' });
  expect(again.status).toBe(201);
  for (const [index, status] of statuses.entries()) {
    const file = await app.request(`/api/sessions/${id}/files/f${index}.txt`);
    expect(file.status).toBe(status === 201 ? 200 : 404);
    if (status === 201) expect((await file.text()).startsWith(`file ${index} `)).toBe(true);
    else await file.arrayBuffer();
  }
});

it.each(['page.html', 'drawing.svg', 'data.xml', 'program.js'])(
  'F14 %s, opened directly, is saved and never rendered',
  async (name) => {
    const app = await openApp();
    const { id = '' } = await post(app, '/api/sessions');
    const path = `/api/sessions/${id}/files/${name}`;
    await app.request(path, { method: 'PUT', body: '<script>alert(1)</script>' });
    const { headers } = await app.request(path);
    expect(headers.get('content-disposition')).toMatch(/^attachment/);
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  },
);

it('a request that is too long, malformed or only asks for the head is answered as such', async () => {
  const app = await openApp();
  const body = JSON.stringify({ title: 'x'.repeat(3 * 1024 ** 2) });
  expect((await app.request('/api/sessions', { method: 'POST', body })).status).toBe(413);
  for (const path of ['/%', '/api/sessions/%E0%A4%A', '/sessions/%zz']) {
    const answer = await app.request(path);
    expect(answer.status, path).toBe(400);
    expect(await answer.text()).toContain('malformed');
  }
  const frame = await fetch(`${app.url}/frame/frame.js`, { method: 'HEAD' });
  expect(frame.status).toBe(200);
});
