/** One setup at a time in one folder, across processes and, on a shared disk, across machines. */
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readJson } from './stamp.mjs';

const POLL_MS = 200;
const HEARTBEAT_MS = 5_000;
const STALE_AFTER_MS = 120_000;

/**
 * @typedef {object} Lock
 * @property {(childPids: number[]) => void} setChildren names the commands at work, which may outlive us
 * @property {() => void} release
 */

/**
 * Takes the lock, waiting while another process holds it. One left behind by a dead process is taken over.
 *
 * @param {string} path
 * @param {(holderPid: number) => void} onWait called once, before waiting
 * @returns {Promise<Lock>}
 */
export async function acquireLock(path, onWait) {
  mkdirSync(dirname(path), { recursive: true });
  let waits = false;
  while (!create(path)) {
    const seen = readText(path);
    if (seen === null) continue;
    if (isStale(path)) {
      takeAway(path, seen);
      continue;
    }
    if (!waits) onWait(readJson(path)?.pids?.[0] ?? 0);
    waits = true;
    await delay(POLL_MS);
  }
  return hold(path);
}

function create(path) {
  try {
    writeFileSync(path, toContent(), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function hold(path) {
  const heartbeat = setInterval(() => attempt(() => utimesSync(path, new Date(), new Date())), HEARTBEAT_MS);
  heartbeat.unref();
  return {
    setChildren: (childPids) => attempt(() => writeFileSync(path, toContent(childPids))),
    release() {
      clearInterval(heartbeat);
      rmSync(path, { force: true });
    },
  };
}

function isStale(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return false;
  if (Date.now() - stat.mtimeMs > STALE_AFTER_MS) return true;
  const holder = readJson(path);
  // Unreadable means it is being written at this moment.
  return holder !== null && holder.host === hostname() && !holder.pids.some(isAlive);
}

/** Renaming decides between several who found the same stale lock; whoever grabbed a fresh one puts it back. */
function takeAway(path, seen) {
  const grave = `${path}.${process.pid}`;
  try {
    renameSync(path, grave);
  } catch {
    return;
  }
  if (readText(grave) === seen) rmSync(grave, { force: true });
  else renameSync(grave, path);
}

/** What keeps a lock from looking stale must not end the work it guards, on a full disk for one. */
function attempt(act) {
  try {
    act();
  } catch {}
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function toContent(childPids = []) {
  return JSON.stringify({ host: hostname(), pids: [process.pid, ...childPids] });
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
