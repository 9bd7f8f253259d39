/** A kernel whose published messages no longer arrive, while it answers. */
import { expect, it, onTestFinished } from 'vitest';
import { createTestProvider, run } from '../../helpers/kernel/kernel-provider.ts';
import { startStockServer } from '../../helpers/kernel/kernel-server.ts';

/** As Deno's kernel does when a client is slow to take a large message: what comes is not a message any more. */
const TEAR = `
import json, os, socket
from ipykernel.connect import get_connection_file
port = json.load(open(get_connection_file()))["iopub_port"]
for fd in os.listdir("/proc/self/fd"):
    try:
        with socket.socket(fileno=os.dup(int(fd))) as connection:
            if connection.family == socket.AF_INET and connection.getsockname()[1] == port and connection.getpeername():
                connection.sendall(bytes([255]) * 64)
    except OSError:
        pass
print("unheard")`;

it('a kernel that answers, but is heard no more, is listened to again, and its cell says so', async () => {
  const server = await startStockServer();
  const test = await createTestProvider({ external: server });
  onTestFinished(async () => {
    await test.dispose();
    await server.stop();
  });
  const kernel = await test.start('own');
  const { stdout, outputs, end } = await run(kernel, TEAR);
  expect(stdout).toBe('');
  expect(end).toMatchObject({ status: 'ok', isIncomplete: true });
  expect(JSON.stringify(outputs)).toMatch(/stopped arriving while this cell ran: .*did not arrive/);
  const { stdout: next, end: nextEnd } = await run(kernel, 'print(port > 0)');
  expect([next, nextEnd.reason]).toEqual(['True\n', undefined]);
});
