/** Response headers by path: the app's page, and the frames that show kernel output in an opaque origin. */
import { randomBytes } from 'node:crypto';
import { toExportPolicy } from '../util/export-policy.ts';

const COMMON = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), display-capture=(), usb=(), serial=(), hid=()',
};

/** `policy` is also given to the framework with the request: it reads the nonce for its own scripts from there. */
export function securityHeaders(
  pathname: string,
  origin: string,
  { dev }: { dev: boolean },
): { policy: string; headers: Record<string, string> } {
  const isFrame = pathname.startsWith('/frame/');
  const policy = choosePolicy(pathname, origin, dev);
  const headers: Record<string, string> = {
    ...COMMON,
    'content-security-policy': policy,
    // A sandboxed frame has no origin of its own, so what it loads from here counts as cross-origin.
    'cross-origin-resource-policy': isFrame ? 'cross-origin' : 'same-origin',
  };
  return { policy, headers };
}

function choosePolicy(pathname: string, origin: string, dev: boolean): string {
  if (pathname.startsWith('/api/')) return DATA_POLICY;
  if (pathname.startsWith('/shared/')) return toSharedPolicy(toExportPolicy());
  return pathname.startsWith('/frame/') ? framePolicy(pathname, origin) : pagePolicy(origin, dev);
}

/** Files and stored values are made by code: opened by themselves they do nothing. An SVG image keeps its own styles. */
const DATA_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'";

/** A shared notebook: links open elsewhere. Scripts run only if its own policy names them, and never with our origin. */
export function toSharedPolicy(policy: string): string {
  const scripts = policy.includes('script-src') ? ' allow-scripts' : '';
  return `sandbox allow-popups allow-popups-to-escape-sandbox${scripts}; ${policy}; frame-ancestors 'none'`;
}

function pagePolicy(origin: string, dev: boolean): string {
  const nonce = randomBytes(16).toString('base64');
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    // The print view, which has this policy too, has its fonts in it.
    "font-src 'self' data:",
    `connect-src 'self'${dev ? ' ws:' : ''}`,
    // With the limits on what may be framed, this stops a frame from taking itself elsewhere with what it was shown.
    `frame-src ${origin}/frame/`,
    // Sound and films of outputs: bytes the page fetched itself.
    'media-src blob:',
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** `active.html` runs an output's own script, after the user asked for it; `index.html` runs only ours. */
function framePolicy(pathname: string, origin: string): string {
  const own = `${origin}/frame/`;
  const scripts = pathname === '/frame/active.html' ? `${own} 'unsafe-inline' 'unsafe-eval'` : own;
  return [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'font-src data:',
    'media-src data:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-src 'none'",
    `frame-ancestors ${origin}`,
  ].join('; ');
}
