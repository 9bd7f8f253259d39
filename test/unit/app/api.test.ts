import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test, vi } from 'vitest';
import { DELETE, GET, OPTIONS, POST } from '../../../app/api/[...path]/route.ts';
import { findRoute } from '../../../app/api/find-route.ts';
import type { Handler, Handlers } from '../../../app/api/handler.ts';
import { checkApiReference, writeApiReference } from '../../../bin/docs/api-reference.mjs';
import { API_TEXTS } from '../../../components/api/api-texts.ts';
import { callApi } from '../../../components/api/call-api.ts';
import { deleteFile } from '../../../components/api/files-api.ts';
import { API_PATHS, type EndpointId } from '../../../lib/protocol/api/api-paths.ts';
import type { KERNEL_ENDPOINTS } from '../../../lib/protocol/api/kernel-endpoints.ts';
import { toOpenApi } from '../../../lib/protocol/api/to-open-api.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const rootDir = resolve(import.meta.dirname, '../../..');

const IDS = Object.keys(API_PATHS) as EndpointId[];

test('the OpenAPI document is valid and holds every endpoint', async () => {
  const document = toOpenApi('1.2.3');
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
  const methods = Object.values(document.paths as Record<string, object>).flatMap(Object.keys);
  expect(methods).toHaveLength(IDS.length);
});

describe('the routes of the API', () => {
  /** As the framework splits what follows `/api`. */
  const split = (path: string) => path.split('/').slice(2).map(decodeURIComponent);
  const find = (path: string) => findRoute(split(path));

  test.each(IDS)('%s has the path of its row', (id) => {
    const path = API_PATHS[id].replace(/^[A-Z]+ /, '');
    const names = [...path.matchAll(/\{(?:\.\.\.)?(\w+)\}/g)].map(([, name = '']) => name);
    const found = find(path.replaceAll(/\{(?:\.\.\.)?(\w+)\}/g, '$1'));
    expect(found?.ids).toContain(id);
    expect(found?.params).toEqual(Object.fromEntries(names.map((name) => [name, name])));
  });

  test.each([
    ['/api/sessions/s%2F1/files/a%2Fb/..%2Fgr%C3%BCn.csv', { sessionId: 's/1', path: 'a/b/../grün.csv' }],
    ['/api/sessions/s-1/cells/c%2Fexecute', { sessionId: 's-1', cellId: 'c/execute' }],
    ['/api/sessions/openapi.json', { sessionId: 'openapi.json' }],
  ])('%s is split before it is decoded', (path, params) => {
    expect(find(path)?.params).toEqual(params);
  });

  test('a fixed segment comes before a parameter', () => {
    expect(find('/api/sessions/import')).toEqual({ ids: ['importNotebook'], params: {} });
    expect(find('/api/sessions/s-1/cells/undo')?.ids).toEqual(['undoOperation']);
  });

  const call = (handle: typeof GET, path: string, method: string) =>
    handle(new Request(`http://localhost${path}`, { method }), {
      params: Promise.resolve({ path: split(path) }),
    });

  test.each([
    '/api/none',
    '/api/health/none',
    '/api/sessions%2Fimport',
    '/api/sessions/s-1/tables/variables',
  ])('%s is 404', async (path) => {
    const response = await call(GET, path, 'GET');
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 'not-found' } });
  });

  test('another method is 405, and OPTIONS says which there are', async () => {
    for (const [handle, path, method, status, allow] of [
      [DELETE, '/api/health', 'DELETE', 405, 'GET, HEAD, OPTIONS'],
      [GET, '/api/sessions/import', 'GET', 405, 'OPTIONS, POST'],
      [POST, '/api/sessions/s-1', 'POST', 405, 'DELETE, GET, HEAD, OPTIONS, PATCH'],
      [OPTIONS, '/api/context', 'OPTIONS', 204, 'GET, HEAD, OPTIONS, PUT'],
    ] as const) {
      const response = await call(handle, path, method);
      expect([response.status, response.headers.get('allow'), await response.text()]).toEqual([
        status,
        allow,
        '',
      ]);
    }
  });
});

test('a reference that lacks an endpoint, or has another, is found and written again', async () => {
  const dir = await createTempDir();
  mkdirSync(join(dir, 'docs'));
  const page = await readFile(join(rootDir, 'docs/api.md'), 'utf8');
  const health = /^\| `GET \/api\/health` .*\n/m;
  for (const wrong of ['', '| `GET /api/health` | Reports nothing. |  | 200 |\n']) {
    writeFileSync(join(dir, 'docs/api.md'), page.replace(health, wrong));
    expect(checkApiReference(dir)).toEqual([
      'docs/api.md differs from the table of the API in its section “app”: run `npm run docs`',
    ]);
    writeApiReference(dir);
    expect(await readFile(join(dir, 'docs/api.md'), 'utf8')).toBe(page);
  }
});

test('the compiler refuses handlers that differ from the table', () => {
  const handler = <Id extends EndpointId>(_id: Id, handle: Handler<Id>) => handle;
  // Never called: `npm run check` fails when one of these compiles.
  const faults = () => {
    // @ts-expect-error: not a row of the table
    handler('readPlanted', async () => ({}));
    // @ts-expect-error: a reply that the table does not know
    handler('readSandbox', async () => ({ isolation: 'box' as const }));
    // @ts-expect-error: a field of another type
    handler('insertCell', async () => ({ cellId: 1 }));
    // @ts-expect-error: a reply where there is none
    handler('mergeCell', async () => ({ cellId: 'c-1' }));
    // @ts-expect-error: a content type that the table does not name
    handler('readBlob', async () => ({ type: 'text/html' as const, body: '' }));
    // @ts-expect-error: a parameter that is not in the path
    handler('cancelRun', async ({ params }) => void params.cellId);
    // @ts-expect-error: a field that the body does not have
    handler('replyInput', async ({ body }) => void body.answer);
    const controlKernel = async () => {};
    const sendToWidget = async () => ({ seq: 1 });
    // @ts-expect-error: an endpoint without a handler
    const missing: Handlers<typeof KERNEL_ENDPOINTS> = { controlKernel, sendToWidget };
    const askAboutNothing = async () => {
      throw new Error();
    };
    const askAboutCode = handler('askAboutCode', askAboutNothing);
    const planTakeBack = handler('planTakeBack', askAboutNothing);
    const takeBack = handler('takeBack', askAboutNothing);
    const listCheckpoints = async () => ({ checkpoints: [] });
    const changePackages = handler('changePackages', askAboutNothing);
    const streamPackages = handler('streamPackages', askAboutNothing);
    const rest = { listCheckpoints, planTakeBack, takeBack, changePackages, streamPackages };
    const all: Handlers<typeof KERNEL_ENDPOINTS> = { controlKernel, sendToWidget, askAboutCode, ...rest };
    // @ts-expect-error: a handler without an endpoint of the group
    const surplus: Handlers<typeof KERNEL_ENDPOINTS> = { ...all, readHealth: async () => {} };
    return [missing, surplus];
  };
  expect(faults).toBeTypeOf('function');
});

describe('the client of the page', () => {
  const answer = (body: string | null, status: number) =>
    vi.stubGlobal('fetch', async () => new Response(body, { status }));

  test.each(['', '<html>', 'null', '"text"'])('a reply %j is refused with a sentence', async (body) => {
    answer(body, 200);
    await expect(callApi('listSessions')).rejects.toMatchObject({
      code: 'internal',
      message: API_TEXTS.notJson,
    });
  });

  test.each([
    [null, 204],
    ['', 202],
  ])('a reply may be empty: %j with status %j', async (body, status) => {
    answer(body, status);
    expect(await callApi('mergeCell', { params: { sessionId: 's-1', cellId: 'c-1' } })).toBeUndefined();
  });

  test('a file that is gone already needs no deletion; any other failure is one', async () => {
    answer('{"error":{"code":"not-found","message":"There is no file."}}', 404);
    expect(await deleteFile('s-1', 'a.csv')).toBeNull();
    answer('{"error":{"code":"disk-full","message":"The disk is full."}}', 507);
    await expect(deleteFile('s-1', 'a.csv')).rejects.toMatchObject({ code: 'disk-full' });
  });

  test('an empty reply with an error is described by its status', async () => {
    answer('', 502);
    await expect(callApi('listSessions')).rejects.toMatchObject({ message: API_TEXTS.failed(502) });
  });
});
