/**
 * A stamp vouches for something the setup made. It lives inside the folder it vouches for, is removed before
 * work on that folder begins and written when it has ended, so an interrupted setup is never trusted.
 */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const STAMP_NAME = 'actbook-stamp.json';

/**
 * @param {string} folder
 * @returns {Record<string, unknown> | null} null when absent or unreadable
 */
export function readStamp(folder) {
  return readJson(join(folder, STAMP_NAME));
}

/** @param {string} folder */
export function removeStamp(folder) {
  rmSync(join(folder, STAMP_NAME), { force: true });
}

/**
 * @param {string} folder
 * @param {Record<string, unknown>} content
 */
export function writeStamp(folder, content) {
  writeFileSync(join(folder, STAMP_NAME), `${JSON.stringify(content, null, 2)}\n`);
}

/**
 * @param {string} path
 * @returns {any} null when the file is absent or not JSON
 */
export function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * @param {string} path
 * @returns {string} sha256, hexadecimal
 */
export function hashFile(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
