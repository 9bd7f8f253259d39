/** Servers that refuse every login and repeat, in the error of their protocol, all that the client told them. */
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';

/** `http` is that of ClickHouse, Snowflake, and Google; `grpc` that of Flight SQL and Spark, where `grpc-reply` accepts what it repeats. */
export type EchoProtocol = 'postgresql' | 'mysql' | 'http' | 'grpc' | 'grpc-reply';

/** Serves until the test ends. Resolves to the port. */
export async function serveEcho(protocol: EchoProtocol): Promise<number> {
  const server = OPEN[protocol]();
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    for (const each of sockets) each.destroy();
  });
  return (server.address() as AddressInfo).port;
}

const OPEN: Record<EchoProtocol, () => Server> = {
  postgresql: () => createServer((socket) => socket.on('data', (sent) => answerPostgres(socket, sent))),
  mysql: () =>
    createServer((socket) => {
      socket.write(toMysqlPacket(0, MYSQL_GREETING));
      socket.on('data', (sent) => answerMysql(socket, sent));
    }),
  http: () =>
    createHttpServer(async (request, response) => {
      const chunks: Buffer[] = await Array.fromAsync(request);
      const said = toSaid(request.headers, unpack(Buffer.concat(chunks)).toString());
      // Snowflake's driver reads a refusal only from a reply without an error.
      response.writeHead(request.url?.startsWith('/session') ? 200 : 400, {
        'content-type': 'application/json',
      });
      const reply = {
        success: false,
        code: '390100',
        data: {},
        message: said,
        error: said,
        error_description: said,
      };
      response.end(JSON.stringify(reply));
    }),
  grpc: () =>
    createHttp2Server().on('stream', (stream, headers) => {
      const said = toSaid(headers, '');
      stream.on('error', () => {});
      const reply = {
        ...GRPC_REPLY,
        'grpc-status': '16',
        'grpc-message': encodeURIComponent(said),
        'x-said': said,
        'x-said-bin': Buffer.from(said).toString('base64'),
      };
      stream.respond(reply, { endStream: true });
    }),
  'grpc-reply': () =>
    createHttp2Server().on('stream', (stream, headers) => {
      // The first field of a message, which Spark's client quotes if it is not what it expects.
      const said = Buffer.from(toSaid(headers, ''));
      const message = Buffer.concat([Buffer.from([0x0a, (said.length & 127) | 128, said.length >> 7]), said]);
      const head = Buffer.alloc(5);
      head.writeUInt32BE(message.length, 1);
      stream.respond(GRPC_REPLY, { waitForTrailers: true });
      stream.on('error', () => {}).on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
      stream.end(Buffer.concat([head, message]));
    }),
};

const GRPC_REPLY = { ':status': 200, 'content-type': 'application/grpc' };

const unpack = (body: Buffer) => (body[0] === 0x1f ? gunzipSync(body) : body);

/** A login of HTTP also as it was before it was encoded. */
function toSaid(headers: object, body: string): string {
  const login = /Basic ([\w+/=]+)/.exec(JSON.stringify(headers))?.[1] ?? '';
  const values = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return ['You said', ...values, Buffer.from(login, 'base64').toString(), body].join(' ');
}

function answerPostgres(socket: Socket, sent: Buffer): void {
  // Neither TLS nor GSSAPI; then a password in the clear is asked for.
  if (sent.length === 8) return void socket.write('N');
  if (sent[0] === 0) return void socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]));
  const fields = `SFATAL\0VFATAL\0C28P01\0MYou said ${sent.subarray(5, -1)}\0\0`;
  const head = Buffer.from([0x45, 0, 0, 0, 0]);
  head.writeInt32BE(Buffer.byteLength(fields) + 4, 1);
  socket.end(Buffer.concat([head, Buffer.from(fields)]));
}

/** Version 10 of the protocol, with plugins for logins (`0x00080000`), and the first half of its salt. */
const MYSQL_GREETING = Buffer.concat([
  Buffer.from('\x0a8.0.0-echo\0\x01\0\0\0saltsalt\0', 'latin1'),
  Buffer.from([0x01, 0x82, 45, 2, 0, 0x08, 0x00, 21]),
  Buffer.alloc(10),
  Buffer.from('saltsaltsalt\0mysql_native_password\0'),
]);

function answerMysql(socket: Socket, sent: Buffer): void {
  const number = (sent[3] ?? 0) + 1;
  if (number === 2)
    return void socket.write(toMysqlPacket(2, Buffer.from('\xfemysql_clear_password\0', 'latin1')));
  const said = `#28000You said ${sent.subarray(4, -1)}`;
  socket.end(toMysqlPacket(number, Buffer.concat([Buffer.from([0xff, 0x15, 0x04]), Buffer.from(said)])));
}

function toMysqlPacket(number: number, payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from([payload.length & 255, payload.length >> 8, 0, number]), payload]);
}
