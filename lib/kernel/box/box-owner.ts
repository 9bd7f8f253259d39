/**
 * Who a box's processes are to the rest of the machine. Started by an ordinary user, they are that user in a
 * user namespace. Started by root they must be someone else: files of the system belong to uid 0 in whatever
 * namespace it acts.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lchown, readdir } from 'node:fs/promises';
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

/** With more entries than this, or with folders, a program is as quick as we are. */
const MAX_OWN_ENTRIES = 64;

/** Makes a workspace one that its box can use and we can measure, unless the signal aborts. No box may be at work in it. */
export async function prepareWorkspace(
  workspace: string,
  uid: number | null,
  signal?: AbortSignal,
): Promise<void> {
  // No command follows a symlink: lchown and -h change the owner of the link itself, and find looks at folders alone.
  if (uid !== null) {
    const files = await listFlat(workspace);
    if (!files) await run('chown', ['-R', '-h', `${uid}:${uid}`, '--', workspace], { signal });
    else await Promise.all([workspace, ...files].map((path) => lchown(path, uid, uid)));
  }
  // Code may have closed folders to us, who own them too.
  else
    await run('find', [workspace, '-type', 'd', '!', '-perm', '-700', '-exec', 'chmod', 'u+rwx', '{}', ';'], {
      signal,
    });
}

/** What is in a folder, or null when that is much or has folders of its own. Names are bytes. */
async function listFlat(folder: string): Promise<Buffer[] | null> {
  const entries = await readdir(folder, { withFileTypes: true, encoding: 'buffer' });
  if (entries.length > MAX_OWN_ENTRIES || entries.some((entry) => entry.isDirectory())) return null;
  return entries.map(({ name }) => Buffer.concat([Buffer.from(`${folder}/`), name]));
}
