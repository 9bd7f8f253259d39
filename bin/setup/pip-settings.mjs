/** How pip is configured (its files and `PIP_*` variables), and what that means to uv, which reads neither. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const TIMEOUT_MS = 30_000;
/** Later ones count more. */
const SECTIONS = ['global', 'install', ':env:'];

/**
 * `variables` tell uv the same, by option of pip, their values separated as uv wants them. `harmless` options change how pip works,
 * not what it installs. `kernels/add_packages.py` reads the file too.
 */
const TABLE = new URL('../../kernels/pip-settings.json', import.meta.url);

/**
 * @param {string} python an interpreter that has pip
 * @param {NodeJS.Dict<string>} env
 * @returns {Map<string, string[]>} options that hold for `pip install`, without their dashes
 */
export function readPipSettings(python, env) {
  // Not through the log: an address may hold a password.
  const { stdout } = spawnSync(python, ['-I', '-m', 'pip', 'config', 'list'], {
    env,
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    windowsHide: true,
  });
  const lines = [...(stdout ?? '').matchAll(/^(global|install|:env:)\.([\w-]+)=(.*)$/gm)];
  const inOrder = SECTIONS.flatMap((section) => lines.filter(([, written]) => written === section));
  return new Map(inOrder.map(([, , option, value]) => [option, splitValue(value)]));
}

/** Python writes a text between quotes, its line ends as `\n`. */
function splitValue(written) {
  return written
    .slice(1, -1)
    .split(/(?:\\[nrt]|\s)+/)
    .filter(Boolean);
}

/**
 * @param {Map<string, string[]>} settings
 * @returns {{env: Record<string, string>, unknown: string[]}} `unknown`: what uv cannot be told
 */
export function toUvVariables(settings) {
  const { variables, harmless } = JSON.parse(readFileSync(TABLE, 'utf8'));
  // As pip does: all indexes are equal, and the system's certificates are trusted.
  const env = { UV_INDEX_STRATEGY: 'unsafe-best-match', UV_SYSTEM_CERTS: '1' };
  const unknown = [];
  for (const [option, values] of settings) {
    const target = variables[option];
    if (target) for (const name of target.names) env[name] = values.join(target.separator);
    else if (!harmless.includes(option)) unknown.push(option);
  }
  return { env, unknown };
}
