/** Where this process may make control groups: in one folder, or in one for each kind of limit in their older version. */
import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { attempt } from '../../util/attempt.ts';
import { toProcessEnv } from '../server/to-process-env.ts';

/** Where systems have their control groups. */
export const CONTROL_GROUPS_DIR = '/sys/fs/cgroup';

/** Kinds of version 1, which have a folder each; the limit of memory is looked for in the first. */
const KINDS = ['memory', 'pids'];
/** Kinds of version 1 that say who gets how much when all want some. Boxes are limited without them too. */
const SHARED_KINDS = ['cpu', 'blkio'];
/** The same two in version 2. */
export const SHARED_CONTROLLERS = ['+cpu', '+io'];
/** Contents of the files of version 1 if nobody has set anything; without a limit of memory, it is the greatest number of pages. */
const UNLIMITED = Object.entries({
  'memory.limit_in_bytes': /^\d{19,}$/,
  'pids.max': /^max$/,
  'cpu.shares': /^1024$/,
  'cpu.cfs_quota_us': /^-1$/,
  'blkio.throttle.read_bps_device': /^$/,
  'blkio.throttle.read_iops_device': /^$/,
  'blkio.throttle.write_bps_device': /^$/,
  'blkio.throttle.write_iops_device': /^$/,
});
/** The group of our own processes, as those of version 2 may not be in a group that has groups. */
const OWN_GROUP = 'actbook.app';
const MAX_MOVES = 20;

export interface GroupParents {
  /** Folders, that for limits of memory first. */
  limiting: string[];
  /** Others, whose groups only share. */
  sharing: string[];
}

/** Throws when none can be used; what it changed until then does no harm. */
export async function findGroupParents(root: string): Promise<GroupParents> {
  const own = readFileSync('/proc/self/cgroup', 'utf8');
  if (existsSync(join(root, 'cgroup.controllers'))) {
    return { limiting: [await makeRoom(root, findOwn(own, ''))], sharing: [] };
  }
  const find = (kind: string) => climb(join(root, kind), findOwn(own, kind));
  const sharing = SHARED_KINDS.flatMap((kind) => attempt(() => [find(kind)]) ?? []);
  return { limiting: KINDS.map(find), sharing: sharing.filter(isWritable) };
}

/** The path of our group among those of a kind; that of version 2 has no name. */
function findOwn(own: string, kind: string): string {
  for (const [, kinds = '', path = ''] of own.matchAll(/^\d+:([^:]*):(.*)$/gm)) {
    if (kinds.split(',').includes(kind)) return path;
  }
  throw new Error(`This system has no control groups for “${kind}”.`);
}

/**
 * The highest group above ours that we may write, with no limit below that would be left. Whoever made a lower one wants
 * to remove it, which groups in it would prevent.
 */
function climb(mount: string, path: string): string {
  const own = resolve(mount, `.${path}`);
  // A container has its own group as the uppermost, whatever it is to the system.
  let group = existsSync(own) ? own : mount;
  while (group !== mount && !isLimited(group) && isWritable(dirname(group))) group = dirname(group);
  return group;
}

function isLimited(group: string): boolean {
  return UNLIMITED.some(([name, unlimited]) => {
    const file = join(group, name);
    return existsSync(file) && !unlimited.test(readFileSync(file, 'utf8').trim());
  });
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Version 2: our processes move into a group of their own, and groups beside it may then have limits. */
async function makeRoom(root: string, path: string): Promise<string> {
  const own = resolve(root, `.${path}`);
  const group = basename(own) === OWN_GROUP ? dirname(own) : own;
  if (!(await isDelegated(group))) throw new Error('The service manager did not delegate this group.');
  // The uppermost group of the system, which alone has no such file, may have processes.
  if (existsSync(join(group, 'cgroup.events'))) moveProcesses(group, join(group, OWN_GROUP));
  const control = join(group, 'cgroup.subtree_control');
  writeFileSync(control, '+memory +pids');
  // Without them, boxes share the processors by niceness alone, and the disk not at all.
  for (const controller of SHARED_CONTROLLERS) attempt(() => writeFileSync(control, controller));
  return group;
}

/** They may start others meanwhile. */
function moveProcesses(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (let move = 0; move < MAX_MOVES; move++) {
    const pids = readFileSync(join(from, 'cgroup.procs'), 'utf8').split('\n').filter(Number);
    if (pids.length === 0) return;
    for (const pid of pids) {
      try {
        writeFileSync(join(to, 'cgroup.procs'), pid);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
      }
    }
  }
}

/** A service manager may stop all of a unit that it has not handed over when the system ends one process in it. */
async function isDelegated(group: string): Promise<boolean> {
  const unit = basename(group);
  if (!/\.(service|scope|slice)$/.test(unit)) return true;
  const user = /\/user@\d+\.service\//.test(group) ? ['--user'] : [];
  const show = [...user, 'show', '--property=Delegate', '--value', '--', unit];
  const env = toProcessEnv({ PATH: '/usr/bin:/bin', XDG_RUNTIME_DIR: `/run/user/${process.getuid?.()}` });
  const { stdout } = await promisify(execFile)('systemctl', show, { env });
  return stdout.trim() === 'yes';
}
