import { spawnSync } from 'node:child_process';
import { SetupError } from './setup-error.mjs';

const OLDEST_MINOR = 10;
const PROBE_TIMEOUT_MS = 20_000;

const PROBE = `
import json, os, sys
try:
    import ensurepip, venv
    has_venv = True
except ImportError:
    has_venv = False
base = getattr(sys, "_base_executable", None) or sys.executable
print(json.dumps({"version": list(sys.version_info[:3]), "base": os.path.realpath(base), "hasVenv": has_venv}))
`;

/**
 * @typedef {{command: string[], version: string, base: string}} Python
 *   `command` starts it, `base` is the real file of the interpreter below any virtual environment.
 */

/**
 * The first Python that is 3.10 or newer and can make virtual environments: the one `ACTBOOK_PYTHON_BASE`
 * names, else python3, python3.13 … 3.10, python, `py -3`.
 *
 * @param {NodeJS.Dict<string>} env
 * @param {{newestMinor?: number}} [limits] the newest Python 3 that will do
 * @returns {Python}
 * @throws {SetupError} when there is none, saying what was found instead
 */
export function findPython(env, { newestMinor = Number.POSITIVE_INFINITY } = {}) {
  let complaint = null;
  for (const command of candidates(env)) {
    const found = probe(command, env);
    if (!found) continue;
    const version = found.version.join('.');
    if (found.version[0] !== 3 || found.version[1] < OLDEST_MINOR) complaint ??= tooOld(command, version);
    else if (found.version[1] > newestMinor) complaint ??= tooNew(command, version, newestMinor);
    // A newer Python without the module can be fixed more easily than an old one.
    else if (!found.hasVenv) complaint = withoutVenv(command, found.version);
    else return { command, version, base: found.base };
  }
  throw complaint ?? missing(env);
}

function candidates(env) {
  if (env.ACTBOOK_PYTHON_BASE) return [[env.ACTBOOK_PYTHON_BASE]];
  const numbered = [13, 12, 11, 10].map((minor) => [`python3.${minor}`]);
  return [['python3'], ...numbered, ['python'], ['py', '-3']];
}

function probe([command, ...args], env) {
  const result = spawnSync(command, [...args, '-I', '-c', PROBE], {
    env,
    encoding: 'utf8',
    timeout: PROBE_TIMEOUT_MS,
    windowsHide: true,
  });
  if (result.status !== 0) return null;
  try {
    return JSON.parse(result.stdout);
  } catch {
    return null;
  }
}

function tooOld(command, version) {
  return new SetupError(
    `Python 3.${OLDEST_MINOR} or newer is needed, but ${command.join(' ')} is ${version}. Install a newer one from python.org, or set ACTBOOK_PYTHON_BASE to its path.`,
  );
}

function tooNew(command, version, newestMinor) {
  return new SetupError(
    `Some packages exist only for Python 3.${OLDEST_MINOR} to 3.${newestMinor}, but ${command.join(' ')} is ${version}. Install python3.${newestMinor} and try again.`,
  );
}

function withoutVenv(command, [major, minor]) {
  return new SetupError(
    `${command.join(' ')} lacks the modules venv and ensurepip. On Debian and Ubuntu run \`sudo apt install python${major}.${minor}-venv\`, elsewhere install Python from python.org, and try again.`,
  );
}

function missing(env) {
  return new SetupError(
    env.ACTBOOK_PYTHON_BASE
      ? `ACTBOOK_PYTHON_BASE is set to ${env.ACTBOOK_PYTHON_BASE}, which is not a working Python. Correct or unset it and try again.`
      : `Python is missing. Install version 3.${OLDEST_MINOR} or newer (python.org; on Debian and Ubuntu \`sudo apt install python3 python3-venv\`) and try again.`,
  );
}
