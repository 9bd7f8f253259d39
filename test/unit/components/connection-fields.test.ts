import { expect, test } from 'vitest';
import {
  findFaults,
  pasteAddress,
  readAddress,
  toFields,
  toSettings,
} from '../../../components/ask/connections/connection-fields.ts';
import { type Connection, ConnectionSettings } from '../../../lib/protocol/connections/connection.ts';

const LIMITS = { maxRows: 1000, maxBytes: 5_000_000, timeoutMs: 30_000 };

test.each([
  [
    'postgresql://reader:p%40ss@db.example.org/shop?sslmode=require',
    {
      kind: 'postgresql',
      user: 'reader',
      password: 'p@ss',
      host: 'db.example.org',
      port: '5432',
      database: 'shop',
    },
  ],
  ['postgres://db:6543/shop', { kind: 'postgresql', host: 'db', port: '6543', database: 'shop', user: '' }],
  ['mysql+pymysql://root@127.0.0.1:3307/', { kind: 'mysql', host: '127.0.0.1', port: '3307', database: '' }],
  ['jdbc:mariadb://db/shop', { kind: 'mysql', host: 'db', port: '3306', database: 'shop' }],
  ['sqlite:////data/shop.db', { kind: 'sqlite', path: '/data/shop.db' }],
  ['sqlite:///C:/data/shop%201.db', { kind: 'sqlite', path: 'C:/data/shop 1.db' }],
  ['duckdb:///data/shop.duckdb', { kind: 'duckdb', path: '/data/shop.duckdb' }],
  [
    'grpc+tls://token@flight.example.org:443/',
    { kind: 'flightsql', url: 'grpc+tls://flight.example.org:443' },
  ],
])('the address %s fills the form', (address, fields) => {
  expect(readAddress(address)).toMatchObject(fields);
});

test.each(['shop', 'https://example.org/', 'postgresql://a b', 'C:\\data\\shop.db', ''])(
  '%j is not an address of a database',
  (text) => expect(readAddress(text)).toBeNull(),
);

const saved: Connection = {
  name: 'sales',
  kind: 'postgresql',
  host: 'db',
  port: 5433,
  database: 'shop',
  user: 'reader',
  schemas: ['shop', 'staff'],
  limits: LIMITS,
  password: { saved: true },
  options: {
    sslmode: 'require',
    sslkey_password: { saved: true },
    token: { env: 'TOKEN' },
    keepalives: 1,
    text: '1',
    quoted: '"a"',
    leading: '007',
    dollar: '$5',
    flag: true,
  },
};

test('what was read is sent back as it was, and the server takes it', () => {
  const { name, ...rest } = saved;
  const settings = toSettings(toFields(saved), saved);
  expect(settings).toEqual(rest);
  expect(ConnectionSettings.parse(settings)).toEqual(rest);
  const byAddress: Connection = {
    name,
    kind: 'postgresql',
    url: 'postgresql://reader@db/shop',
    limits: LIMITS,
  };
  expect(toSettings(toFields(byAddress), byAddress)).toEqual({
    kind: 'postgresql',
    url: byAddress.url,
    limits: LIMITS,
  });
});

test('only the fields of the kind are sent', () => {
  const fields = {
    ...toFields(undefined),
    name: 'a',
    kind: 'sqlite',
    path: ' /a.db ',
    host: 'x',
    password: 'y',
  } as const;
  expect(toSettings(fields, undefined)).toEqual({
    kind: 'sqlite',
    path: '/a.db',
    limits: { maxRows: 5_000_000, maxBytes: 1_000_000_000, timeoutMs: 600_000 },
  });
});

test('each field says what is wrong with it', () => {
  const wrong = {
    ...toFields(undefined),
    name: 'for',
    port: '70000',
    isInVariable: true,
    variable: 'A-B',
    options: 'sslmode',
    maxRows: '0',
    maxMegabytes: '1.5',
    seconds: '',
  };
  expect(Object.keys(findFaults(wrong, undefined)).toSorted()).toEqual(
    ['host', 'maxMegabytes', 'maxRows', 'name', 'options', 'port', 'seconds', 'variable'].toSorted(),
  );
  expect(findFaults(toFields(saved), saved)).toEqual({});
  // The saved password belongs to the address before.
  expect(Object.keys(findFaults({ ...toFields(saved), host: 'other' }, saved))).toEqual(['password']);
  expect(findFaults({ ...toFields(saved), host: 'other', password: 'new' }, saved)).toEqual({});
  expect(
    findFaults({ ...toFields(undefined), name: 'a', kind: 'duckdb', path: 'a.db' }, undefined),
  ).toMatchObject({
    path: expect.any(String),
  });
});

test('the password of one address is not sent to the next one', () => {
  const empty = toFields(undefined);
  const typed = { ...empty, password: 'of-a' };
  expect(pasteAddress('postgresql://reader@a/shop', typed)).not.toHaveProperty('password');
  const first = { ...empty, ...pasteAddress('postgresql://reader:of-a@a/shop', empty) };
  expect(pasteAddress('postgresql://reader@a/other', first)).not.toHaveProperty('password');
  expect(pasteAddress('postgresql://reader@b/shop', first)).toMatchObject({ host: 'b', password: '' });
  expect(pasteAddress('postgresql://reader@a:6432/shop', first)).toMatchObject({ password: '' });
  const inVariable = { ...first, isInVariable: true, variable: 'PASSWORD_OF_A' };
  expect(pasteAddress('mysql://reader@a/shop', inVariable)).toMatchObject({
    isInVariable: false,
    variable: '',
  });
  expect(pasteAddress('postgresql://reader:of-b@b/shop', first)).toMatchObject({ password: 'of-b' });
  expect(pasteAddress('of-b', first)).toBeNull();
});
