/** Scripts of packages, as the frames of outputs load them. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { sendVendorFile } from '../../../lib/web/frame-files.ts';
import { serveHttp } from '../../helpers/serve-http.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const PATH = '/frame/vendor/purify.js';

async function serve() {
  const rootDir = await createTempDir();
  const file = join(rootDir, 'node_modules/dompurify/dist/purify.min.js');
  await mkdir(dirname(file), { recursive: true });
  const errors: unknown[] = [];
  const url = await serveHttp((request, response) => {
    sendVendorFile(PATH, rootDir, request, response).catch((error: unknown) => {
      errors.push(error);
      response.end();
    });
  });
  const load = (options?: RequestInit) => fetch(`${url}${PATH}`, options);
  return { file, errors, load };
}

test('a script is sent whole, and not again while it is the same', async () => {
  const { file, errors, load } = await serve();
  await writeFile(file, 'purify();');
  const first = await load();
  expect([first.status, await first.text()]).toEqual([200, 'purify();']);
  const tag = first.headers.get('etag') ?? '';
  expect((await load({ headers: { 'if-none-match': tag } })).status).toBe(304);
  const head = await load({ method: 'HEAD' });
  expect([head.headers.get('content-length'), await head.text()]).toEqual(['9', '']);
  expect(errors).toEqual([]);
});

test('a script that cannot be read ends its request alone', async () => {
  const { file, errors, load } = await serve();
  await mkdir(file);
  await expect(load().then((response) => response.text())).rejects.toThrow();
  expect(errors).toMatchObject([{ code: 'EISDIR' }]);
});
