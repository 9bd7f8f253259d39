import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { cp, readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test, vi } from 'vitest';
import { route } from '../../app/api/handler.ts';
import { checkRoutes } from '../../bin/check/check-routes.mjs';
import { checkApiReference, writeApiReference } from '../../bin/docs/api-reference.mjs';
import { API_TEXTS } from '../../components/api/api-texts.ts';
import { callApi } from '../../components/api/call-api.ts';
import { deleteFile } from '../../components/api/files-api.ts';
import { toOpenApi } from '../../lib/protocol/api/to-open-api.ts';
import { createTempDir } from '../helpers/temp-dir.ts';

const rootDir = resolve(import.meta.dirname, '../..');

test('the OpenAPI document is valid and holds every route on disk', async () => {
  const document = toOpenApi('1.2.3');
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
  const paths = Object.entries(document.paths as Record<string, object>);
  const described = paths.flatMap(([path, methods]) => Object.keys(methods).map((each) => `${each} ${path}`));
  expect(described.sort()).toEqual((await listRoutes()).sort());
});

/** `get /api/sessions/{sessionId}` for every method that a file of `app/api` exports. */
async function listRoutes(): Promise<string[]> {
  const entries = await readdir(join(rootDir, 'app/api'), { recursive: true });
  const files = entries.filter((name) => name.endsWith('route.ts'));
  const modules = await Promise.all(files.map((name) => import(join(rootDir, 'app/api', name))));
  return modules.flatMap((module: object, index) => {
    const path = dirname(`/api/${files[index]}`).replaceAll(/\[(?:\.\.\.)?(\w+)\]/g, '{$1}');
    return Object.keys(module).map((method) => `${method.toLowerCase()} ${path}`);
  });
}

describe('the check of routes', () => {
  const health = 'app/api/health/route.ts';
  const faults = [
    { files: {}, problems: [] },
    {
      files: { 'app/api/planted/route.ts': "export const GET = route('readPlanted', async () => ({}));" },
      problems: [
        'app/api/planted/route.ts names readPlanted, which is not a row of lib/protocol/api/api-paths.ts',
      ],
    },
    {
      files: { 'app/api/planted/route.ts': 'export async function GET() { return new Response(); }' },
      problems: [
        "app/api/planted/route.ts answers GET /api/planted without route('…'): give it a row in lib/protocol/api/api-paths.ts",
      ],
    },
    {
      files: { [health]: "export const GET = route('listModels', async () => ({}));" },
      problems: ['app/api/health/route.ts answers GET /api/health as listModels, which is GET /api/models'],
    },
    {
      files: { [health]: '' },
      problems: [
        'lib/protocol/api/api-paths.ts has readHealth, but no file of app/api answers GET /api/health',
      ],
    },
  ];
  test.each(faults)('finds $problems', async ({ files, problems }) => {
    const dir = await createTempDir();
    for (const name of ['app', 'lib/protocol/api']) {
      await cp(join(rootDir, name), join(dir, name), { recursive: true });
    }
    for (const [path, source] of Object.entries(files)) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), source);
    }
    expect(await checkRoutes(dir)).toEqual(problems);
    rmSync(dir, { recursive: true });
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

test('the compiler refuses routes that differ from the table', () => {
  // Never called: `npm run check` fails when one of these compiles.
  const faults = () => {
    // @ts-expect-error: not a row of the table
    route('readPlanted', async () => ({}));
    // @ts-expect-error: a reply that the table does not know
    route('readSandbox', async () => ({ isolation: 'box' as const }));
    // @ts-expect-error: a field of another type
    route('insertCell', async () => ({ cellId: 1 }));
    // @ts-expect-error: a reply where there is none
    route('mergeCell', async () => ({ cellId: 'c-1' }));
    // @ts-expect-error: a content type that the table does not name
    route('readBlob', async () => ({ type: 'text/html' as const, body: '' }));
    // @ts-expect-error: a parameter that is not in the path
    route('cancelRun', async ({ params }) => void params.cellId);
    // @ts-expect-error: a field that the body does not have
    route('replyInput', async ({ body }) => void body.answer);
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
