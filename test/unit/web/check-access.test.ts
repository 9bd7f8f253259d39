import { expect, test } from 'vitest';
import { type AccessRequest, checkAccess } from '../../../lib/web/check-access.ts';

const rules = {
  allowedHosts: new Set(['127.0.0.1:8899', 'localhost:8899']),
  isToken: (token: string) => token === 'right',
};
const own: AccessRequest = {
  method: 'GET',
  host: '127.0.0.1:8899',
  origin: undefined,
  fetchSite: undefined,
  authorization: undefined,
  hasLogin: true,
};
const origin = 'http://127.0.0.1:8899';

const cases: [name: string, request: Partial<AccessRequest>, status: 200 | 401 | 403][] = [
  ['own page', {}, 200],
  ['other allowed name', { host: 'LOCALHOST:8899' }, 200],
  ['no login', { hasLogin: false }, 401],
  ['token instead of a login', { hasLogin: false, authorization: 'Bearer right' }, 200],
  ['wrong token', { hasLogin: false, authorization: 'token wrong' }, 401],
  ['foreign host, as DNS rebinding sends it', { host: 'evil.example:8899' }, 403],
  ['host without the port', { host: '127.0.0.1' }, 403],
  ['no host', { host: undefined }, 403],
  ['own post', { method: 'POST', origin }, 200],
  ['post that only the browser vouches for', { method: 'POST', fetchSite: 'same-origin' }, 200],
  ['post with a wrong token', { method: 'POST', authorization: 'bearer wrong' }, 401],
  [
    'post with a wrong token from elsewhere',
    { method: 'POST', authorization: 'bearer wrong', origin: 'http://evil.example' },
    403,
  ],
  ['post with nothing to vouch for it', { method: 'POST' }, 401],
  [
    'post with a token and no origin, as a script sends it',
    { method: 'POST', authorization: 'token right' },
    200,
  ],
  ['post from elsewhere', { method: 'POST', origin: 'http://evil.example' }, 403],
  ['post from an opaque origin', { method: 'POST', origin: 'null' }, 403],
  ['post from another port', { method: 'DELETE', origin: 'http://127.0.0.1:3000' }, 403],
  ['post from the same site, other origin', { method: 'PUT', fetchSite: 'same-site' }, 403],
  [
    'token does not excuse a foreign origin',
    { method: 'POST', authorization: 'token right', origin: 'null' },
    403,
  ],
  ['stream from elsewhere', { origin: 'http://evil.example' }, 403],
];

test.each(cases)('%s', (_name, request, status) => {
  const decision = checkAccess({ ...own, ...request }, rules);
  expect(decision.allow ? 200 : decision.status).toBe(status);
});
