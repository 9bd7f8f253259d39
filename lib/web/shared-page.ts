/** What a visitor with a link to read is answered. */
import { ERROR_STATUS, isAppError } from '../util/app-error.ts';
import { renderPlainPage } from './plain-page.ts';

interface SharedAnswer {
  status: number;
  html: string;
  headers?: Record<string, string>;
}

const REVOKED: SharedAnswer = {
  status: 404,
  html: renderPlainPage(
    'This link does not work',
    '<p>The link was revoked, the notebook was deleted, or the link is incomplete.</p>',
  ),
};

const TOO_LARGE: SharedAnswer = {
  status: ERROR_STATUS['too-large'],
  html: renderPlainPage(
    'This notebook is too large for a page',
    '<p>Ask the person who shared it for the notebook file (.ipynb).</p>',
  ),
};

/** Seconds. */
const RETRY_AFTER = '60';

const TOO_MANY: SharedAnswer = {
  status: 503,
  html: renderPlainPage('Too many requests', '<p>Reload this page in a minute.</p>'),
  headers: { 'retry-after': RETRY_AFTER },
};

const FAILED: SharedAnswer = {
  status: 500,
  html: renderPlainPage(
    'This notebook cannot be shown',
    '<p>Something went wrong in Actbook. Ask the person who shared the notebook to look at the terminal that Actbook runs in.</p>',
  ),
};

/** Never rejects. `read` resolves to the notebook's page, or null for a link that opens none. */
export async function toSharedAnswer(read: Promise<string | null>): Promise<SharedAnswer> {
  try {
    const html = await read;
    return html === null ? REVOKED : { status: 200, html };
  } catch (error) {
    const code = isAppError(error) ? error.code : 'internal';
    if (code === 'not-found') return REVOKED;
    if (code === 'too-large') return TOO_LARGE;
    if (code === 'too-many') return TOO_MANY;
    console.error(error);
    return FAILED;
  }
}
