/**
 * Who a box's processes are to the rest of the machine. Started by an ordinary user, they are that user in a
 * user namespace. Started by root they must be somebody else: files of the system belong to uid 0 in whatever
 * namespace it acts.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';

/** `DynamicUser=` of systemd: uids that belong to no account, for programs to take. */
const FIRST_UID = 61_184;
const UID_COUNT = 4_336;

/** The uid a box runs under, or null for that of this process. The same workspace has the same uid every time. */
export function findBoxUid(workspace: string): number | null {
  if (process.getuid?.() !== 0) return null;
  return FIRST_UID + (createHash('sha256').update(workspace).digest().readUInt32LE() % UID_COUNT);
}

/** Gives a workspace to the uid that its box runs under. No box may be at work in it. */
export async function giveWorkspace(workspace: string, uid: number | null): Promise<void> {
  if (uid === null) return;
  // -h: a symlink itself changes hands, never what it points to.
  await promisify(execFile)('chown', ['-R', '-h', `${uid}:${uid}`, '--', workspace]);
}
