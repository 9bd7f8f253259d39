import { readFileSync } from 'node:fs';

const POLL_MS = 500;

/**
 * Under `npm start`, calls `act` once npm is gone. npm ends its shell without telling us, and, when it is killed, not
 * even the shell: the server would stay behind, holding the port. Does nothing when npm did not start this process.
 *
 * @param {() => void} act
 */
export function whenNpmEnds(act) {
  if (!process.env.npm_lifecycle_event) return;
  const shellPid = process.ppid;
  const npmPid = readParentPid(shellPid);
  const timer = setInterval(() => {
    if (process.ppid === shellPid && readParentPid(shellPid) === npmPid) return;
    clearInterval(timer);
    act();
  }, POLL_MS);
  timer.unref();
}

/** Undefined where it cannot be found out, which then never changes. */
function readParentPid(pid) {
  if (process.platform !== 'linux') return undefined;
  try {
    // "pid (name) state ppid …"; the name may hold anything, brackets too.
    const [, parentPid] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
    return parentPid;
  } catch {
    return undefined;
  }
}
