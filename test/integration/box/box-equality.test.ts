/** A box that was forked is the box that bubblewrap makes: what code in it finds about itself is the same, line by line. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toOrdinaryUser } from '../../helpers/box/as-ordinary-user.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const Described = z.object({
  lines: z.array(z.string()),
  namespaces: z.record(z.string(), z.string()),
  processes: z.array(z.string()),
});
const Boxes = z.object({
  bwrap: Described,
  fork: Described,
  failure: z.null(),
  outside: z.record(z.string(), z.string()),
});

const SCRIPT = join(import.meta.dirname, '../../helpers/box/describe-box.ts');
const OWN_NAMESPACES = ['cgroup', 'ipc', 'mnt', 'net', 'pid', 'uts'];

async function describeBoxes(user: 'ordinary' | 'own') {
  const folder = await createTempDir();
  const command = [process.execPath, SCRIPT, folder];
  const [program = '', ...args] = user === 'own' ? command : await toOrdinaryUser(command, folder);
  const env = { PATH: process.env.PATH, HOME: folder };
  const { stdout } = await promisify(execFile)(program, args, {
    env: Object.assign(Object.create(null), env),
  });
  return Boxes.parse(JSON.parse(stdout));
}

describe.each(['own', 'ordinary'] as const)('started by %s user, a forked box', (user) => {
  it('has the mounts, rights, filter, limits, and namespaces of one that bubblewrap made', async () => {
    const { bwrap, fork, outside } = await describeBoxes(user);
    expect(bwrap.processes.join('\n')).toContain('bwrap');
    expect(fork.processes.join('\n')).not.toContain('bwrap');
    expect(fork.processes.join('\n')).toContain('box_zygote.py');
    // The comparison means something only if there is something to compare.
    for (const part of [
      'mount on / ',
      'Seccomp 2',
      'CapBnd 0000000000000000',
      'NoNewPrivs 1',
      'limit RLIMIT_NPROC',
    ])
      expect(bwrap.lines.filter((line) => line.startsWith(part)).length, part).toBeGreaterThan(0);
    expect(fork.lines).toEqual(bwrap.lines);
    const isRoot = user === 'own' && process.getuid?.() === 0;
    for (const name of [...OWN_NAMESPACES, ...(isRoot ? [] : ['user'])]) {
      expect(fork.namespaces[name], name).not.toBe(outside[name]);
      expect(bwrap.namespaces[name], name).not.toBe(outside[name]);
    }
    expect(Object.keys(fork.namespaces).sort()).toEqual(Object.keys(bwrap.namespaces).sort());
  });
});
