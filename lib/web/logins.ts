/** Token in, cookie out. Only hashes are kept, so neither the database nor a log can be used to log in. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Store } from '../store/store.ts';

const LOGIN_DAYS = 30;

export interface Logins {
  /** The token printed with the start URL; new at each start. */
  token: string;
  isToken(token: string): boolean;
  /** A `Set-Cookie` value for a fresh login. */
  createCookie(): Promise<string>;
  /** Whether a `Cookie` header holds a live login. */
  hasLogin(cookieHeader: string | undefined): Promise<boolean>;
}

/** `port` is part of the cookie's name because browsers share cookies between the ports of one host. */
export function createLogins(store: Pick<Store, 'addLogin' | 'hasLogin'>, port: () => number): Logins {
  const token = randomBytes(24).toString('base64url');
  const tokenHash = hash(token);

  return {
    token,
    isToken: (given) => timingSafeEqual(Buffer.from(hash(given)), Buffer.from(tokenHash)),
    createCookie: async () => {
      const value = randomBytes(32).toString('base64url');
      const maxAgeSeconds = LOGIN_DAYS * 24 * 3600;
      await store.addLogin(hash(value), Date.now() + maxAgeSeconds * 1000);
      return `${cookieName(port())}=${value}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${maxAgeSeconds}`;
    },
    hasLogin: async (cookieHeader) => {
      const value = readCookie(cookieHeader, cookieName(port()));
      return value !== null && store.hasLogin(hash(value));
    },
  };
}

function cookieName(port: number): string {
  return `actbook-${port}`;
}

function readCookie(header: string | undefined, name: string): string | null {
  for (const part of header?.split(';') ?? []) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name && value) return value;
  }
  return null;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
