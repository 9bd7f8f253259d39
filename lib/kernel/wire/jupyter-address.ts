import { AppError } from '../../util/app-error.ts';

/** Where a Jupyter server answers. */
export interface JupyterAddress {
  /** Base URL with a slash at its end; on a hub it includes `/user/NAME/`. */
  url: string;
  token: string;
  /** A Unix socket to reach it by; the host of `url` then stands for nothing. */
  socketPath?: string | undefined;
}

/** A user's server on a hub, which may bear any name. */
const HUB_USER = /^.*?\/user\/[^/]+(?=\/|$)/;
/** Pages of a Jupyter server that users copy the address of. */
const PAGE = /\/(lab|tree|notebooks|login)(\/.*)?$/;

/**
 * An address as users have it: with or without a slash at its end, of a page (`/lab`, `/tree`), with `?token=` as the
 * server prints it; also `http+unix://`, with the encoded path of a Unix socket as the host, as it prints that. A token
 * given apart outranks that one. Throws AppError `kernel-unavailable`.
 */
export function readJupyterAddress(address: { url: string; token: string }): JupyterAddress {
  const parsed = URL.parse(address.url);
  if (!parsed || !/^(https?|http\+unix):$/.test(parsed.protocol) || parsed.username || parsed.password) {
    throw new AppError('kernel-unavailable', NO_ADDRESS);
  }
  const prefix = HUB_USER.exec(parsed.pathname)?.[0] ?? '';
  const path = prefix + parsed.pathname.slice(prefix.length).replace(PAGE, '/');
  const isSocket = parsed.protocol === 'http+unix:';
  const origin = isSocket ? 'http://localhost' : parsed.origin;
  return {
    url: `${origin}${path.endsWith('/') ? path : `${path}/`}`,
    token: address.token || (parsed.searchParams.get('token') ?? ''),
    ...(isSocket ? { socketPath: decodeURIComponent(parsed.hostname) } : {}),
  };
}

const NO_ADDRESS =
  'JUPYTER_SERVER_URL is not the address of a Jupyter server. Use an address such as http://127.0.0.1:8888/, without user and password.';
