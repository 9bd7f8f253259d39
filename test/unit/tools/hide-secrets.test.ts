import { expect, it } from 'vitest';
import { createSecretHider, hideTexts, listParts } from '../../../lib/tools/hide-secrets.ts';

const KEY = 'sk-Ab12Cd34Ef56Gh78';

it.each([
  ['a value', { command: 'x', env: { A: 'correct horse battery' } }, 'correct horse battery'],
  ['a key in JSON', { command: 'x', env: { A: JSON.stringify({ Authorization: `Bearer ${KEY}` }) } }, KEY],
  ['a key in an argument', { command: 'x', args: [`--key=${KEY}`] }, KEY],
  ['a password in an argument', { command: 'x', args: ['postgres://me:p4ss%2Fword@db/x'] }, 'p4ss/word'],
  ['a key in an address', { url: `https://example.org/s/${KEY}/mcp` }, KEY],
  ['a login', { url: 'https://example.org/', headers: { A: `Basic ${btoa('me:passw0rd')}` } }, 'passw0rd'],
])('hides %s', (_, config, secret) => {
  expect(createSecretHider(config)(`<${secret}>`)).toBe('<[hidden]>');
});

it.each([
  ['a folder that exists', { command: 'x', env: { A: import.meta.dirname } }, import.meta.dirname],
  ['an address', { command: 'x', env: { A: 'https://example.org/v1' } }, 'https://example.org/v1/items'],
  ['a name in the arguments', { command: 'x', args: ['server-filesystem'] }, 'server-filesystem'],
])('leaves %s', (_, config, text) => {
  expect(createSecretHider(config)(text)).toBe(text);
});

const SIGNS = `a'"b\\c{d}}e&f /%g\nü`;

it.each([
  ['as it is', SIGNS],
  ['JSON', JSON.stringify(SIGNS).slice(1, -1)],
  ['twice JSON', JSON.stringify(JSON.stringify(SIGNS)).slice(3, -3)],
  ['SQL', SIGNS.replaceAll("'", "''")],
  ['a connection string of ODBC', SIGNS.replaceAll('}', '}}')],
  ['a connection string of libpq', SIGNS.replaceAll(/['\\]/g, '\\$&')],
  ['an address', encodeURIComponent(SIGNS)],
  ['an address in small letters', encodeURIComponent(SIGNS).toLowerCase().replaceAll("'", '%27')],
  ['a form', new URLSearchParams({ x: SIGNS }).toString().slice(2)],
  ['HTML', SIGNS.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')],
  ['only ASCII', SIGNS.replaceAll('ü', '\\u00fc')],
  ['base 64', Buffer.from(SIGNS).toString('base64').replace(/=+$/, '')],
])('hides signs written for %s', (_, written) => {
  expect(hideTexts([SIGNS])(`<${written}>`)).toMatch(/^<\[hidden\].?>$/);
});

it('hides a long secret in a long text at once', () => {
  const text = '-'.repeat(100_000) + '\\'.repeat(100_000);
  expect(hideTexts(['-----\\\\-----x'])(text)).toBe(text);
});

it('lists what is secret within a secret', () => {
  const account = {
    token_uri: 'https://oauth2.example/token',
    private_key: `-----BEGIN\nab/CD+12/ef/GH/34\n-----END`,
  };
  expect(listParts(JSON.stringify(account, null, 2))).toEqual(['ab/CD+12/ef/GH/34']);
  expect(listParts('http://me:p%40ss@proxy')).toEqual(['p@ss']);
  expect(listParts('correct horse battery')).toEqual([]);
});
