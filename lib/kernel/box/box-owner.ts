/**
 * Who a box's processes are to the rest of the machine. Started by an ordinary user, they are that user in a
 * user namespace. Started by root they must be someone else: files of the system belong to uid 0 in whatever
 * namespace it acts.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** `DynamicUser=` of systemd: uids that belong to no account, for programs to take. */
const FIRST_UID = 61_184;
const UID_COUNT = 4_336;

/** The uid a box runs under, or null for that of this process. The same workspace has the same uid every time. */
export function findBoxUid(workspace: string): number | null {
  if (process.getuid?.() !== 0) return null;
  return FIRST_UID + (createHash('sha256').update(workspace).digest().readUInt32LE() % UID_COUNT);
}

/** Makes a workspace one that its box can use and we can measure. No box may be at work in it. */
export async function prepareWorkspace(workspace: string, uid: number | null): Promise<void> {
  // Neither follows a symlink: -h changes the owner of the link itself, and find looks at folders alone.
  if (uid !== null) await run('chown', ['-R', '-h', `${uid}:${uid}`, '--', workspace]);
  // Code may have closed folders to us, who own them too.
  else
    await run('find', [workspace, '-type', 'd', '!', '-perm', '-700', '-exec', 'chmod', 'u+rwx', '{}', ';']);
}
