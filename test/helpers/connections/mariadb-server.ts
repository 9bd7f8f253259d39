/** A MariaDB server of its own on this machine, from Debian's package mariadb-server. */
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './find-free-port.ts';

const PROGRAM = '/usr/sbin/mariadbd';
const INSTALL = '/usr/bin/mariadb-install-db';
/** It does not run as root. */
const NOBODY = 65_534;

export const hasMariadb = () => existsSync(PROGRAM);

/** `sql` is run before anyone can connect. */
export async function startMariadb(sql: readonly string[]): Promise<{ port: number; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'actbook-mariadb-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  const as = { ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}), cwd: folder };
  const data = `--datadir=${join(folder, 'data')}`;
  const port = await findFreePort();
  execFileSync(INSTALL, ['--no-defaults', data, '--skip-test-db'], { ...as, stdio: 'pipe' });
  // Without the tables of rights, statements about users are taken once these are loaded.
  const input = ['flush privileges;', ...sql, ''].join('\n');
  execFileSync(PROGRAM, ['--no-defaults', data, '--bootstrap'], { ...as, input, stdio: 'pipe' });
  const server = spawn(
    PROGRAM,
    ['--no-defaults', data, `--socket=${folder}/s`, `--port=${port}`, '--bind-address=127.0.0.1'],
    { ...as, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  await new Promise<void>((resolve, reject) => {
    let log = '';
    server.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes('ready for connections')) resolve();
    });
    server.once('exit', () => reject(new Error(`MariaDB did not start: ${log}`)));
  });
  return {
    port,
    stop: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
