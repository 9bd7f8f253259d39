import { once } from 'node:events';
import WebSocket from 'ws';
import type { StockServer } from './kernel-server.ts';

/** A client of the same kernel with a session of its own. */
export async function connectThief(server: StockServer, kernelId: string) {
  const url = `${server.url.replace('http', 'ws')}/api/kernels/${kernelId}/channels?session_id=thief`;
  const socket = new WebSocket(url, { headers: { Authorization: `token ${server.token}` } });
  let heard = '';
  let check = () => {};
  socket.on('message', (data) => {
    heard += String(data);
    check();
  });
  await once(socket, 'open');
  return {
    socket,
    hears: (word: string) =>
      new Promise<void>((resolve) => {
        check = () => heard.includes(word) && resolve();
        check();
      }),
  };
}
