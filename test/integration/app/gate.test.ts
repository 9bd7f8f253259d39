import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { type App, startApp } from '../../helpers/app/app.ts';
import { openApp } from '../../helpers/app/shared-app.ts';

const HMR = '/_next/hmr?id=1';
const UPGRADE = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];

/** What the app sends before it closes the connection. A connection that it leaves open fails the test by its time. */
async function send(app: App, ...lines: string[]): Promise<string> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  await once(socket, 'close');
  return answer;
}

const toStatus = (answer: string) => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);

test('an upgrade passes the same gate as a request, and is refused with an answer', async () => {
  const app = await openApp();
  const { host } = new URL(app.url);
  const own = [`Host: ${host}`, ...UPGRADE];
  // The page is asked for first, because that is when the framework begins to listen for upgrades.
  expect((await app.request('/')).status).toBe(200);
  const token = `Authorization: Bearer ${app.token}`;
  const cases: [lines: string[], status: number][] = [
    [[`GET ${HMR} HTTP/1.1`, 'Host: evil.example', ...UPGRADE, token], 403],
    [[`GET ${HMR} HTTP/1.1`, ...own, 'Origin: http://evil.example', token], 403],
    [[`GET ${HMR} HTTP/1.1`, ...own], 401],
    [[`GET ${HMR} HTTP/1.1`, ...own, token], 404],
    [['GET /api/health HTTP/1.1', ...own, token], 404],
    [['GET // HTTP/1.1', ...own, token], 400],
  ];
  const answers = await Promise.all(cases.map(async ([lines]) => send(app, ...lines)));
  expect(answers.map(toStatus)).toEqual(cases.map(([, status]) => status));
  for (const answer of answers) expect(answer).toMatch(/^connection: close$/im);
});

test('a malformed target is answered with 400, and the terminal stays quiet', async () => {
  const app = await startApp();
  let terminal = '';
  app.child.stderr?.on('data', (chunk: Buffer) => {
    terminal += chunk.toString();
  });
  const { host } = new URL(app.url);
  const headers = [`Host: ${host}`, `Authorization: Bearer ${app.token}`, 'Connection: close'];
  const targets = [
    'GET //',
    'GET http://[',
    'OPTIONS *',
    'GET //evil.example/x',
    'GET /\\evil.example',
    'GET x',
    'TRACE /api/health',
  ];
  const answers = await Promise.all(targets.map((target) => send(app, `${target} HTTP/1.1`, ...headers)));
  expect(answers.map(toStatus)).toEqual(targets.map(() => 400));
  const action = ['POST / HTTP/1.1', ...headers, 'Next-Action: 00', 'Content-Length: 2', '', '[]'];
  await send(app, ...action);
  expect(terminal).not.toMatch(/^ +at /m);
});
