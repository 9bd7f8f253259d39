/** The WebSocket of kernel connections: authenticated by header, without size limit, and never half-open. */
import WebSocket from 'ws';

const PING_INTERVAL_MS = 15_000;
const CLOSE_TIMEOUT_MS = 1_000;

/** A `WebSocket` class bound to a token, which so stays out of URLs and access logs. */
export function createSocketClass(token: string) {
  return class GuardedSocket extends WebSocket {
    constructor(url: string, protocols?: string | string[]) {
      super(url, protocols, {
        maxPayload: 0,
        perMessageDeflate: false,
        headers: token ? { Authorization: `token ${token}` } : {},
      });
      // An unasked pong carries the pending ACK: a server with Nagle's algorithm on then sends at once.
      this.on('message', () => {
        if (this.readyState === WebSocket.OPEN) this.pong();
      });
      this.once('open', () => keepAlive(this));
    }

    override close(code?: number, data?: string | Buffer): void {
      super.close(code, data);
      setTimeout(() => this.terminate(), CLOSE_TIMEOUT_MS).unref();
    }
  };
}

/** Ends a connection whose peer answered neither of two pings, so that a reconnect can begin. */
function keepAlive(socket: WebSocket): void {
  let unanswered = 0;
  const timer = setInterval(() => {
    if (unanswered >= 2) return socket.terminate();
    unanswered += 1;
    socket.ping();
  }, PING_INTERVAL_MS).unref();
  socket.on('pong', () => {
    unanswered = 0;
  });
  socket.once('close', () => clearInterval(timer));
}
