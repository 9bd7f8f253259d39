import { expect, it } from 'vitest';
import { createSecretHider } from '../../../lib/tools/hide-secrets.ts';

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
