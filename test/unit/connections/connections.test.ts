/** What is saved of connections, what is shown of them, and who gets a saved password. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createConnectionHost } from '../../../lib/connections/connection-host.ts';
import { createConnections } from '../../../lib/connections/connections.ts';
import { parseConnections } from '../../../lib/connections/connections-file.ts';
import { resolveSecrets } from '../../../lib/connections/secrets.ts';
import { ConnectionSettings } from '../../../lib/protocol/connections/connection.ts';
import { findNameFault } from '../../../lib/protocol/connections/find-name-fault.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const PASSWORD = 'correct horse battery';
const { signal } = new AbortController();

/** Nothing here gets as far as a database: there is no program that would ask one. */
async function open() {
  const rootDir = await createTempDir();
  const path = join(rootDir, 'connections.json');
  const host = createConnectionHost({ rootDir, python: '/nowhere', env: process.env, onLog: () => {} });
  return { path, connections: createConnections({ source: path, readVariable: () => undefined, host }) };
}

const settings = (more: Record<string, unknown> = {}) =>
  ConnectionSettings.parse({ kind: 'postgresql', host: 'db.example.org', user: 'reader', ...more });

test('a password is saved for its owner only, and shown as saved', async () => {
  const { path, connections } = await open();
  const shown = connections.save('sales', settings({ password: PASSWORD }));
  expect(shown).toMatchObject({ name: 'sales', password: { saved: true }, limits: { maxRows: 5_000_000 } });
  expect(JSON.stringify(connections.list())).not.toContain(PASSWORD);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const { name: _, ...again } = shown;
  connections.save('sales', settings({ ...again, schemas: ['shop'] }));
  expect(JSON.parse(readFileSync(path, 'utf8')).connections.sales).toMatchObject({
    password: PASSWORD,
    schemas: ['shop'],
  });
  connections.save('sales', settings());
  expect(readFileSync(path, 'utf8')).not.toContain(PASSWORD);
  connections.save('sales', settings({ password: PASSWORD }));
  connections.remove('sales');
  expect(readFileSync(path, 'utf8')).not.toContain(PASSWORD);
  expect(connections.list()).toEqual({
    connections: [],
    restorable: [{ name: 'sales', undoMs: expect.any(Number) }],
  });
  expect(() => connections.remove('sales')).toThrow('There is no connection “sales”. There are none.');
  expect(connections.restore('sales')).toMatchObject({ name: 'sales', password: { saved: true } });
  expect(readFileSync(path, 'utf8')).toContain(PASSWORD);
  expect(connections.list()).not.toHaveProperty('restorable');
});

test.each([
  ['another host', { host: 'thief.example.org' }],
  ['another port', { port: 9 }],
  ['an address', { url: 'postgresql://thief.example.org/' }],
  ['another kind', { kind: 'mysql' }],
  ['an option that leads elsewhere', { options: { hostaddr: '203.0.113.9' } }],
])('%s does not get the saved password', async (_, more) => {
  const { connections } = await open();
  connections.save('sales', settings({ password: PASSWORD }));
  const moved = settings({ ...more, password: { saved: true } });
  expect(() => connections.save('sales', moved)).toThrow('Enter the password again');
  await expect(connections.test('sales', moved, signal)).rejects.toThrow('Enter the password again');
  await expect(connections.test('other', moved, signal)).rejects.toThrow('No password is saved');
});

test('secrets of options and addresses are treated like passwords', async () => {
  const { path, connections } = await open();
  const file = {
    a: {
      kind: 'snowflake',
      options: {
        account: 'xy12345.eu-central-1',
        private_key: 'kept-key',
        pwd: 123_456,
        proxy: 'http://me:in-proxy@x',
        'call_header.x': 'y',
        some: 'Ab12Cd34Ef56Gh78',
      },
    },
    b: { kind: 'postgresql', url: `postgresql://reader:${encodeURIComponent(PASSWORD)}@db/shop` },
    c: { kind: 'trino', host: 'db', options: { token: { env: 'KEY' } } },
    d: { kind: 'trino', host: 'db', password: { env: 'MISSING' } },
    e: { kind: 'trino', url: 'trino://me:1%@db/?user=me@example.org' },
  };
  writeFileSync(path, JSON.stringify({ connections: file }));
  const { connections: shown } = connections.list();
  expect(shown).toMatchObject([
    {
      options: {
        account: 'xy12345.eu-central-1',
        ...Object.fromEntries(
          ['private_key', 'pwd', 'proxy', 'call_header.x', 'some'].map((name) => [name, { saved: true }]),
        ),
      },
    },
    { url: 'postgresql://reader@db/shop', password: { saved: true } },
    { options: { token: { env: 'KEY' } } },
    { password: { env: 'MISSING' } },
    { url: 'trino://me@db/?user=me@example.org', password: { saved: true } },
  ]);
  const readVariable = (name: string) => (name === 'KEY' ? 'key-from-the-environment' : undefined);
  expect(['a', 'b', 'c'].map((name) => resolveSecrets(connections.find(name), readVariable))).toMatchObject([
    {
      settings: { options: { private_key: 'kept-key' } },
      secrets: ['kept-key', '123456', 'http://me:in-proxy@x', 'y', 'Ab12Cd34Ef56Gh78'],
    },
    { settings: { url: file.b.url, password: PASSWORD }, secrets: [PASSWORD] },
    { settings: { options: { token: 'key-from-the-environment' } }, secrets: ['key-from-the-environment'] },
  ]);
  await expect(connections.test('d', undefined, signal)).rejects.toThrow('variable MISSING is not set');
});

test.each<string[]>([
  ['{', 'it is not valid JSON (line 1)'],
  [`{"connections": {\n"a": {"kind": "mysql",\n"password": ${PASSWORD}}}}`, 'it is not valid JSON (line 3)'],
  ['{"connections": {\n"a" {}}}', 'it is not valid JSON (line 2)'],
  [
    JSON.stringify({ connections: { a: { kind: 'sqlite', path: 'shop.db' } } }),
    'the path of “a” is not absolute',
  ],
  ['{"connections": {"a": {"kind": "oracle"}}}', 'at connections.a.kind'],
  [
    `{"connections": {"a": {"kind": "mysql", "pasword": "${PASSWORD}"}}}`,
    'a setting “pasword”, which is not known',
  ],
  [
    `{"connections": {"a": {"kind": "mysql", "password": {"text": "${PASSWORD}"}}}}`,
    'connections.a.password',
  ],
  ['{"connections": {"my shop": {"kind": "mysql"}}}', '“my shop” is not a name that code can use'],
  ...[
    ['mysql://x/?password=', 'contains a password or a key'],
    ['sc://x:15002/;use_ssl=true;token=', 'contains a password or a key'],
    ['trino://x/?x=Ab12Cd34Ef56Gh78&y=', 'contains a password or a key'],
    ['postgresql://me:', 'cannot be read', '/x@db/shop'],
    ['postgresql://me:1/', 'cannot be read', '@db/shop'],
    ['postgresql://me:1?', 'cannot be read', '@db/shop'],
    ['me:', 'cannot be read', '@db/shop'],
    ['postgresql://me:', 'cannot be read', '@one:1,two:2/shop'],
  ].map(([start = '', why = '', end = '']) => [
    JSON.stringify({ connections: { a: { kind: 'mysql', url: `${start}${PASSWORD}${end}` } } }),
    why,
  ]),
])('a file that cannot be used says why, without quoting it: %s', async (text = '', why = '') => {
  const { path, connections } = await open();
  writeFileSync(path, text);
  const { problem } = connections.list();
  expect(problem).toContain(why);
  expect(problem).not.toContain(PASSWORD);
  // It is never replaced.
  expect(() => connections.save('sales', settings())).toThrow(why);
  expect(readFileSync(path, 'utf8')).toBe(text);
});

test('what is hidden but looks like a place is a part of where a password goes', async () => {
  const { connections } = await open();
  const options = { account: 'Xy12345Central01' };
  const { name: _, ...shown } = connections.save('sales', settings({ password: PASSWORD, options }));
  expect(shown.options).toEqual({ account: { saved: true } });
  expect(connections.save('sales', settings(shown))).toMatchObject(shown);
  const moved = settings({ ...shown, options: { account: 'Thief12345Central' } });
  expect(() => connections.save('sales', moved)).toThrow('Enter the password again');
});

test('settings that cannot work are refused with what to enter', async () => {
  const { connections } = await open();
  const save = (name: string, more: Record<string, unknown>) => () => connections.save(name, settings(more));
  expect(save('print', {})).toThrow('“print” means something else in Python');
  expect(save('a', { host: undefined })).toThrow('Enter the host');
  expect(save('a', { kind: 'sqlite' })).toThrow('Enter the absolute path');
  expect(save('a', { url: 'postgresql://a:b@c/' })).toThrow('contains a password');
  expect(() => parseConnections({ 'a b': { kind: 'sqlite', path: '/x' } })).toThrow(
    'a name that code can use',
  );
  expect(findNameFault('sales_2026')).toBeNull();
});

test.each(['Server=x;Pwd=short', 'host=x password=short', 'Server=x;Password = short'])(
  'a connection string with a password is not shown: %s',
  async (conn) => {
    const { connections } = await open();
    expect(connections.save('a', settings({ options: { conn } })).options).toEqual({ conn: { saved: true } });
  },
);
