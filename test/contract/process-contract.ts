/** How cells are stopped, and what becomes of a kernel's process. */
import { describe, expect, it } from 'vitest';
import type { KernelStatusChange } from '../../lib/kernel/kernel.ts';
import { readJupyterAddress } from '../../lib/kernel/wire/jupyter-address.ts';
import { createUnixFetch } from '../../lib/kernel/wire/unix-fetch.ts';
import { startProxy } from '../helpers/kernel/faulty-proxy.ts';
import { waitUntilGone } from '../helpers/kernel/kernel-processes.ts';
import { run } from '../helpers/kernel/kernel-provider.ts';
import { findProcesses } from '../helpers/processes.ts';
import type { Peer } from './peer.ts';
import type { Subject } from './subject.ts';

export function describeStopping(subject: Subject): void {
  const { language } = subject;

  describe('a cell that is stopped', () => {
    subject.itIs(
      'interrupt',
      'ends as interrupted, and the kernel continues',
      async () => {
        await run(subject.kernel, language.keep);
        expect((await stopAtOutput()).status).toBe('interrupted');
        expect((await run(subject.kernel, language.readKept)).stdout).toBe('42\n');
      },
      async () => {
        expect(await stopAtOutput()).toMatchObject({
          status: 'kernel-died',
          reason: expect.stringContaining('variables were lost'),
        });
        expect((await run(subject.kernel, language.print('new'))).stdout).toBe('new\n');
      },
    );

    subject.itIs(
      'interrupt',
      'by its time limit says which limit that was',
      async () => {
        const { end } = await run(subject.kernel, language.sleep, { timeoutMs: 500 });
        expect(end).toMatchObject({ status: 'timed-out', reason: expect.stringContaining('0.5 s') });
        expect((await run(subject.kernel, language.print('on'))).stdout).toBe('on\n');
      },
      async () => {
        const { end } = await run(subject.kernel, language.sleep, { timeoutMs: 500 });
        expect(end.status).toBe('kernel-died');
        expect((await run(subject.kernel, language.print('on'))).stdout).toBe('on\n');
      },
    );

    async function stopAtOutput() {
      const controller = new AbortController();
      for await (const event of subject.kernel.execute(language.sleep, { signal: controller.signal })) {
        if (event.type === 'output') controller.abort();
        if (event.type === 'end') return event;
      }
      throw new Error('The execution did not end with `end`.');
    }
  });
}

export function describeProcess(subject: Subject): void {
  const { language } = subject;

  describe('a kernel process', () => {
    it('shares nothing with another, and runs beside it', async () => {
      const other = await subject.start();
      await run(subject.kernel, language.keep);
      const [own, others] = await Promise.all([
        run(subject.kernel, language.readKept),
        run(other.kernel, language.readKept),
      ]);
      expect(own.stdout).toBe('42\n');
      expect(others.end.status).toBe('error');
      await other.kernel.dispose();
      expect((await run(subject.kernel, language.readKept)).stdout).toBe('42\n');
    });

    it('is replaced by restart, which says that its state is gone', async () => {
      await run(subject.kernel, language.keep);
      const changes = recordStatus();
      await subject.kernel.restart('Asked for.');
      expect(changes).toMatchObject([
        { status: 'restarting', reason: 'Asked for.' },
        { status: 'idle', stateLost: true, info: subject.kernel.info },
      ]);
      expect((await run(subject.kernel, language.readKept)).end.status).toBe('error');
      expect((await run(subject.kernel, language.printFolder)).stdout).toContain(subject.workingDirectory);
    });

    it('that dies ends its cell, and the next cell gets a new one', async () => {
      await run(subject.kernel, language.keep);
      const changes = recordStatus();
      expect((await run(subject.kernel, language.die)).end).toMatchObject({
        status: 'kernel-died',
        reason: expect.stringContaining('variables were lost'),
      });
      expect((await run(subject.kernel, language.readKept)).end.status).toBe('error');
      expect(changes.at(-1)).toMatchObject({ status: 'idle', stateLost: true });
    });

    function recordStatus(): KernelStatusChange[] {
      const changes: KernelStatusChange[] = [];
      subject.kernel.onStatus((change) => changes.push(change));
      return changes;
    }
  });
}

export function describeConnection(subject: Subject): void {
  const { language } = subject;

  it('loses no output in silence when the connection drops while a cell runs', async () => {
    // Nothing can drop between us and a server of our own: it goes with us.
    if (!subject.peer) return expect(subject.kernel.info.isolation).not.toBe('remote');
    const { address } = subject.peer;
    const proxy = await startProxy(address.url);
    const url = `${proxy.url}${new URL(address.url).pathname}`;
    const proxied = subject.createProvider({ ...address, url });
    const own = await subject.start(proxied);
    const texts: string[] = [];
    let notice = '';
    for await (const event of own.kernel.execute(language.printAroundGate)) {
      if (event.type === 'end') notice += event.reason ?? '';
      if (event.type !== 'output' || event.output.output_type !== 'stream') continue;
      if (event.output.name === 'stderr') notice += event.output.text;
      else texts.push(event.output.text);
      if (texts.length > 1) continue;
      proxy.cut();
      await subject.openGate(own.workspace);
    }
    // What a server wrote before it noticed is gone; then the cell must say so. Kernels that do not number their
    // messages leave it open.
    if (notice === '') expect(texts.join('')).toBe('before\nafter\n');
    else expect(notice).toMatch(/lost|may be missing|did not arrive/);
    await proxied.dispose();
    await proxy.stop();
  });

  it('leaves nothing behind', async () => {
    const listProcesses = () => findProcesses(subject.workspacesDir, process.pid);
    const before = await listProcesses();
    const fresh = subject.createProvider();
    const own = await subject.start(fresh);
    const added = (await listProcesses()).filter((pid) => !before.includes(pid));
    expect(added.length).toBeGreaterThan(0);
    const { id } = own.kernel;
    await fresh.dispose();
    await waitUntilGone(...added);
    expect((await run(own.kernel, language.print('gone'))).end.status).toBe('kernel-died');
    if (subject.peer) expect(await askForKernel(subject.peer, id)).toBe(404);
  });
}

/** Status of the server's answer about a kernel. */
async function askForKernel({ address }: Peer, id: string): Promise<number> {
  const { url, token, socketPath } = readJupyterAddress(address);
  const send = socketPath === undefined ? fetch : createUnixFetch(socketPath);
  const response = await send(`${url}api/kernels/${id}`, {
    headers: { Authorization: `token ${token}` },
  });
  return response.status;
}
