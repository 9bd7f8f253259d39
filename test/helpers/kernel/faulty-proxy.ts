/** A TCP proxy in front of a server, which can do to connections what networks do to them. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface FaultyProxy {
  url: string;
  /** Ends every connection, at both ends, without a word. */
  cut(): void;
  /** Says goodbye to the clients as a proxy that restarts does: a WebSocket close frame with this code. */
  close(code: number): void;
  /** From now on nothing comes through the present connections: bytes are taken, and lost. */
  blackhole(): void;
  /** Resolves when the server sent this text into a black hole. */
  swallowed(text: string): Promise<void>;
  /** Ends only the client's ends of the connections: the server does not notice. */
  cutClients(): void;
  /** Takes no connection (`refuse`), or lets new ones through as it should (`pass`). */
  accept(mode: 'pass' | 'refuse'): void;
  /** Resolves when the next connection is made. */
  connection(): Promise<unknown>;
  /** New connections go to another server. */
  forwardTo(target: string): void;
  stop(): Promise<void>;
}

interface Pair {
  client: Socket;
  upstream: Socket;
}

function connectTo({ protocol, port, hostname }: URL): Socket {
  // As Jupyter names a Unix socket.
  if (protocol === 'http+unix:') return connect(decodeURIComponent(hostname));
  return connect(Number(port), hostname);
}

export async function startProxy(target: string): Promise<FaultyProxy> {
  let destination = new URL(target);
  const swallowed = createSink();
  const pairs = new Set<Pair>();
  let isRefusing = false;
  const server = createServer((client) => {
    client.on('error', () => {});
    if (isRefusing) {
      client.destroy();
      return;
    }
    const pair = { client, upstream: connectTo(destination) };
    pairs.add(pair);
    join(pair, () => pairs.delete(pair));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const cut = () => {
    for (const { client, upstream } of pairs) for (const socket of [client, upstream]) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    cut,
    close: (code) => {
      for (const { client, upstream } of pairs) {
        upstream.destroy();
        client.end(toCloseFrame(code));
      }
    },
    blackhole: () => {
      for (const { client, upstream } of pairs) {
        for (const socket of [client, upstream]) {
          socket.unpipe();
          socket.removeAllListeners('close').resume();
        }
        upstream.on('data', swallowed.take);
      }
    },
    swallowed: swallowed.hold,
    cutClients: () => {
      for (const { client } of pairs) client.destroy();
    },
    accept: (mode) => {
      isRefusing = mode === 'refuse';
    },
    connection: () => once(server, 'connection'),
    forwardTo: (other) => {
      destination = new URL(other);
    },
    stop: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}

function join({ client, upstream }: Pair, onClosed: () => void): void {
  upstream.on('error', () => {});
  for (const socket of [client, upstream]) {
    socket.on('close', () => {
      client.destroy();
      upstream.destroy();
      onClosed();
    });
  }
  client.pipe(upstream).pipe(client);
}

function createSink() {
  let bytes = '';
  let check = () => {};
  return {
    take: (chunk: Buffer) => {
      bytes += chunk.toString('latin1');
      check();
    },
    hold: (text: string) =>
      new Promise<void>((resolve) => {
        check = () => bytes.includes(text) && resolve();
        check();
      }),
  };
}

/** Unmasked, as servers send it (RFC 6455, section 5.5.1). */
function toCloseFrame(code: number): Buffer {
  return Buffer.from([0x88, 0x02, code >> 8, code & 0xff]);
}
