/** Scripts of packages, as the frames of outputs load them. */
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sendVendorFile } from '../../../lib/web/frame-files.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const PATH = '/frame/vendor/purify.js';

async function serve() {
  const rootDir = await createTempDir();
  const file = join(rootDir, 'node_modules/dompurify/dist/purify.min.js');
  await mkdir(dirname(file), { recursive: true });
  const errors: unknown[] = [];
  const server = createServer((request, response) => {
    sendVendorFile(PATH, rootDir, request, response).catch((error: unknown) => {
      errors.push(error);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('It listens nowhere.');
  const load = (options?: RequestInit) => fetch(`http://127.0.0.1:${address.port}${PATH}`, options);
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
