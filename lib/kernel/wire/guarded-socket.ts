/** The WebSocket of kernel connections: authenticated by header, and never half-open. */
import { createConnection } from 'node:net';
import WebSocket from 'ws';
import type { JupyterAddress } from './jupyter-address.ts';
import type { SocketValve } from './socket-valve.ts';

/** A connection that is dead is noticed after three of these. */
const PING_INTERVAL_MS = 5_000;
const HANDSHAKE_TIMEOUT_MS = 10_000;
const CLOSE_TIMEOUT_MS = 1_000;
/** Written to a peer and not read by it, bytes. */
const MAX_UNREAD_BYTES = 64 * 1024;

/** A flood has no pause of this length between two messages, milliseconds. */
const PAUSE_MS = 2;
const FEW_MESSAGES = 8;

/** Longest message taken from a box, whose code decides about it, bytes. */
export const MAX_BOX_MESSAGE_BYTES = 128 * 1024 * 1024;

/**
 * A `WebSocket` class bound to a token, which so stays out of URLs and access logs. `onTooLong` is called when
 * a message was too long to be taken; the connection is closed then. A shut `valve` keeps the server waiting.
 */
export function createSocketClass(
  { token, socketPath }: JupyterAddress,
  onTooLong: () => void,
  valve: SocketValve,
): new (
  url: string,
  protocols?: string | string[],
) => WebSocket {
  const transport =
    socketPath === undefined
      ? { maxPayload: 0 }
      : { maxPayload: MAX_BOX_MESSAGE_BYTES, createConnection: () => createConnection(socketPath) };
  return class GuardedSocket extends WebSocket {
    constructor(url: string, protocols?: string | string[]) {
      super(url, protocols, {
        ...transport,
        perMessageDeflate: false,
        autoPong: false,
        handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
        headers: token ? { Authorization: `token ${token}` } : {},
      });
      this.on('ping', (data) => this.#answer(data));
      // A Unix socket cannot be half-open: a server that does not answer is only slow.
      if (socketPath === undefined) this.once('open', () => keepAlive(this));
      const isFlood = createFloodGauge();
      // An unasked pong carries the pending ACK: a server with Nagle's algorithm on then sends at once. Over a Unix socket it
      // only keeps the server awake, with which 20,000 flushed lines take a sixth less, and a cell of few lines more.
      this.on('message', () => {
        if (socketPath === undefined || isFlood()) this.#answer();
      });
      this.once('open', () => valve.attach(this));
      this.on('error', (error) => {
        if ('code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') onTooLong();
      });
    }

    /** A peer that asks on and on and reads nothing is not answered without end. */
    #answer(data?: Buffer): void {
      if (this.readyState === WebSocket.OPEN && this.bufferedAmount < MAX_UNREAD_BYTES) this.pong(data);
    }

    override close(code?: number, data?: string | Buffer): void {
      super.close(code, data);
      setTimeout(() => this.terminate(), CLOSE_TIMEOUT_MS).unref();
    }
  };
}

/** To be called at each message: whether more came without a pause than a cell of few lines brings. */
function createFloodGauge(): () => boolean {
  let lastAt = 0;
  let count = 0;
  return () => {
    const now = performance.now();
    count = now - lastAt > PAUSE_MS ? 0 : count + 1;
    lastAt = now;
    return count > FEW_MESSAGES;
  };
}

/** Ends a connection that brought nothing, not even the answer to one of two pings, so that a reconnect can begin. */
function keepAlive(socket: WebSocket): void {
  let unanswered = 0;
  const timer = setInterval(() => {
    // Answers are not read either.
    if (socket.isPaused) return;
    if (unanswered >= 2) return socket.terminate();
    unanswered += 1;
    socket.ping();
  }, PING_INTERVAL_MS).unref();
  for (const sign of ['pong', 'ping', 'message'] as const) {
    socket.on(sign, () => {
      unanswered = 0;
    });
  }
  socket.once('close', () => clearInterval(timer));
}
