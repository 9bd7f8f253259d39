/** A PostgreSQL server of its own on this machine, from the packages of `kernels/requirements-dev.txt` or from Debian's. */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './find-free-port.ts';

export interface PostgresServer {
  port: number;
  /** Runs SQL as the superuser; resolves to the lines of its result. */
  run(sql: string): string[];
  stop(): Promise<void>;
}

const ADMIN_PASSWORD = 'admin-of-the-tests';

/** It refuses to run as root. */
const NOBODY = 65_534;

export async function startPostgres(): Promise<PostgresServer> {
  const bin = findPrograms();
  const folder = mkdtempSync(join(tmpdir(), 'actbook-postgres-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  const as = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const passwords = join(folder, 'password');
  writeFileSync(passwords, ADMIN_PASSWORD);
  chmodSync(passwords, 0o644);
  const data = join(folder, 'data');
  const given = [
    '-D',
    data,
    '-U',
    'admin',
    '-A',
    'scram-sha-256',
    `--pwfile=${passwords}`,
    '-N',
    '-E',
    'UTF8',
  ];
  execFileSync(join(bin, 'initdb'), [...given, '--locale=C'], { ...as, cwd: folder, stdio: 'pipe' });
  const port = await findFreePort();
  const flags = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, '-F'];
  const server = spawn(join(bin, 'postgres'), flags, {
    ...as,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await new Promise<void>((resolve, reject) => {
    let log = '';
    server.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes('ready to accept connections')) resolve();
    });
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${log}`)));
  });
  const env = { ...process.env, PGPASSWORD: ADMIN_PASSWORD };
  const where = ['-h', '127.0.0.1', '-p', String(port), '-U', 'admin', '-d', 'postgres'];
  return {
    port,
    run: (sql) =>
      execFileSync(join(bin, 'psql'), [...where, '-X', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-c', sql], {
        env,
      })
        .toString()
        .split('\n')
        .filter(Boolean),
    stop: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findPrograms(): string {
  const packages = join(import.meta.dirname, '../../../.setup/python-tools/lib');
  const pythons = existsSync(packages) ? readdirSync(packages) : [];
  const embedded = pythons.map((name) =>
    join(packages, name, 'site-packages/embedded_postgres/pginstall/bin'),
  );
  const debian = '/usr/lib/postgresql';
  const installed = existsSync(debian) ? readdirSync(debian).map((name) => join(debian, name, 'bin')) : [];
  const found = [...embedded, ...installed].find((bin) => existsSync(join(bin, 'initdb')));
  if (found) return found;
  throw new Error(
    'This test needs PostgreSQL: install the packages of kernels/requirements-dev.txt, or Debian’s.',
  );
}
