/** A foreign server that remembers every connection: what must never be reached. */
import { createServer } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ListenerServer {
  /** `127.0.0.1:port`. */
  readonly host: string;
  /** The first line of everything that was sent here; empty for a bare connection. */
  readonly contacts: readonly string[];
}

export async function startListenerServer(): Promise<ListenerServer> {
  const contacts: string[] = [];
  const server = createServer((socket) => {
    const index = contacts.push('') - 1;
    socket.on('error', () => {});
    socket.on('data', (data) => {
      contacts[index] ||= data.toString('latin1').split('\r\n', 1)[0] ?? '';
      socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { host: `127.0.0.1:${port}`, contacts };
}
