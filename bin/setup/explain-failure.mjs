import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { SetupError } from './setup-error.mjs';

const TAIL_LINES = 15;

const NETWORK = {
  pattern:
    /ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|ERR_SOCKET_TIMEOUT|UNABLE_TO_|SELF_SIGNED_CERT|NewConnectionError|ConnectTimeoutError|ReadTimeoutError|ProxyError|SSLError|Connection (refused|reset)|Temporary failure in name resolution|Network is unreachable/i,
  remedy:
    'The package index could not be reached: test the network, look at the proxy or mirror settings of npm and pip, and try again.',
};

export const FULL_DISK = 'The disk is full. Free some space and try again.';
const FULL_BELOW_BYTES = 1024 ** 2;

/** Causes recognized in what npm, pip and next print, most telling first. */
const CAUSES = [
  {
    pattern: /ENOSPC|No space left on device|Disk quota exceeded|EDQUOT/i,
    remedy: FULL_DISK,
  },
  {
    pattern: /\bEACCES\b|\bEROFS\b|\bEPERM\b|Permission denied|Read-only file system/i,
    remedy: 'A folder is not writable: use a checkout or cache folder that you own and try again.',
  },
  NETWORK,
  {
    pattern: /EUSAGE/,
    remedy: 'package.json and package-lock.json differ: run `npm install` and try again.',
  },
  {
    pattern:
      /No matching distribution found|requires a different Python|Failed building wheel|Failed to build|metadata-generation-failed/i,
    remedy:
      'A Python package has no build for this Python or system: install Python 3.12, set ACTBOOK_PYTHON_BASE to it and try again.',
  },
];

function findCause(output) {
  return CAUSES.find(({ pattern }) => pattern.test(output));
}

/** @param {string} output of a command that failed */
export function isNetworkFailure(output) {
  return findCause(output) === NETWORK;
}

/**
 * Turns a failed command into one error: the end of its output, then a sentence with the remedy.
 *
 * @param {{action: string, result: {code: number | null, output: string},
 *   workbench: {logPath: string}, remedy?: string}} failure `remedy` is for a cause not recognized
 * @returns {SetupError}
 */
export function explainFailure({
  action,
  result,
  workbench,
  remedy = 'Fix the problem shown above and try again.',
}) {
  const tail = result.output.trimEnd().split('\n').slice(-TAIL_LINES);
  const sentence = findCause(result.output)?.remedy ?? (isFull(workbench.logPath) ? FULL_DISK : remedy);
  return new SetupError(
    [
      `${action} failed:`,
      ...tail.map((line) => `  | ${line}`),
      `${sentence} (Log: ${workbench.logPath})`,
    ].join('\n'),
  );
}

/** Some commands do not say so: `venv` hides what ensurepip printed. */
function isFull(path) {
  const { bavail, bsize } = statfsSync(dirname(path));
  return bavail * bsize < FULL_BELOW_BYTES;
}
