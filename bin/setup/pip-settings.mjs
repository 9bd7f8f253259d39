/** How pip is configured (its files and `PIP_*` variables), and what that means to uv, which reads neither. */
import { spawnSync } from 'node:child_process';

const TIMEOUT_MS = 30_000;
/** Later ones count more. */
const SECTIONS = ['global', 'install', ':env:'];

/** Variables that tell uv the same, by option of pip; their values are separated as uv wants them. */
const VARIABLES = new Map([
  ['index-url', { names: ['UV_DEFAULT_INDEX'], separator: ' ' }],
  ['extra-index-url', { names: ['UV_INDEX'], separator: ' ' }],
  ['find-links', { names: ['UV_FIND_LINKS'], separator: ',' }],
  ['trusted-host', { names: ['UV_INSECURE_HOST'], separator: ' ' }],
  ['constraint', { names: ['UV_CONSTRAINT'], separator: ' ' }],
  ['proxy', { names: ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'], separator: ' ' }],
  ['cert', { names: ['SSL_CERT_FILE'], separator: ' ' }],
  ['client-cert', { names: ['SSL_CLIENT_CERT'], separator: ' ' }],
]);

/** They change how pip works, not what it installs. */
const HARMLESS = new Set(
  [
    'break-system-packages cache-dir config-file default-timeout disable-pip-version-check keyring-provider log no-cache-dir no-color',
    'no-input no-python-version-warning no-warn-script-location prefer-binary progress-bar quiet require-virtualenv retries',
    'root-user-action timeout upgrade-strategy use-feature use-pep517 user verbose',
  ].flatMap((line) => line.split(' ')),
);

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
  // As pip does: all indexes are equal, and the system's certificates are trusted.
  const env = { UV_INDEX_STRATEGY: 'unsafe-best-match', UV_SYSTEM_CERTS: '1' };
  const unknown = [];
  for (const [option, values] of settings) {
    const target = VARIABLES.get(option);
    if (target) for (const name of target.names) env[name] = values.join(target.separator);
    else if (!HARMLESS.has(option)) unknown.push(option);
  }
  return { env, unknown };
}
