/** Requests to upgrade a connection, which Node reports apart from all others: they must pass the gate too. */
import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Gate } from './gate.ts';

/**
 * Resolves to true when the connection may be upgraded. Otherwise the request was answered and its connection closed:
 * by the gate, or with 404 where nothing `canUpgrade`.
 */
export async function answerUpgrade(
  gate: Gate,
  request: IncomingMessage,
  socket: Socket,
  { canUpgrade }: { canUpgrade: boolean },
): Promise<boolean> {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.once('finish', () => socket.destroySoon());
  response.assignSocket(socket);
  if (!(await gate(request, response))) return false;
  if (canUpgrade) {
    response.detachSocket(socket);
    return true;
  }
  response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' });
  response.end('There is no WebSocket at this address.\n');
  return false;
}
