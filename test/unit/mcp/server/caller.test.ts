import { expect, test } from 'vitest';
import {
  createSessionId,
  readClientName,
  readSessionId,
  toProgramOf,
} from '../../../../lib/mcp/server/caller.ts';
import { LOCAL_USER, nameUser } from '../../../../lib/protocol/events/principal.ts';

test.each([
  [{ name: 'claude-code', title: 'Claude Code', version: '2' }, 'Claude Code'],
  [{ name: 'codex-mcp-client', version: '1' }, 'codex-mcp-client'],
  [{ name: ' a\n\u0007b\u202Ec ', title: '' }, 'a b c'],
  [{ name: 'x'.repeat(500) }, 'x'.repeat(60)],
  [{ name: '' }, 'an MCP client'],
  [{ title: 'No name' }, 'an MCP client'],
  [undefined, 'an MCP client'],
])('a program is named as it names itself, on one short line: %j', (info, name) => {
  expect(readClientName(info)).toBe(name);
});

test('a session ID holds the name of the program, and is new each time', () => {
  const id = createSessionId('Zed · Ünïcode');
  expect(id).toMatch(/^[\x21-\x7E]+$/);
  expect(readSessionId(id)).toBe('Zed · Ünïcode');
  expect(createSessionId('Zed')).not.toBe(createSessionId('Zed'));
  for (const other of [null, '', 'not ours', Buffer.from('{"client":7}').toString('base64url')])
    expect(readSessionId(other)).toBe('an MCP client');
});

test('a program acts for the user, whose identity stays, and is never named as if it were the user', () => {
  const ada = { kind: 'user', id: 'ada', name: 'Ada' } as const;
  expect(toProgramOf(LOCAL_USER, 'Zed')).toEqual({ kind: 'user', id: 'local', via: 'Zed' });
  expect(nameUser(toProgramOf(LOCAL_USER, 'Zed'), 'You')).toBe('Zed for you');
  expect(nameUser(toProgramOf(ada, 'Zed'), 'You')).toBe('Zed for Ada');
  expect(nameUser(toProgramOf(LOCAL_USER, 'You'))).toBe('You for you');
  expect(nameUser(toProgramOf(LOCAL_USER, 'Zed'), '')).toBe('Zed');
  expect(nameUser(ada)).toBe('Ada');
  expect(nameUser(LOCAL_USER, 'You')).toBe('You');
});
