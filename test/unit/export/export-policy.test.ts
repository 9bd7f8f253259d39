/** What an exported page may do: nothing, or draw its charts by scripts of ours. */
import { expect, test } from 'vitest';
import { exportHtml } from '../../../lib/export/html/export-html.ts';
import type { NotebookCell } from '../../../lib/session/notebook/to-notebook.ts';
import { readPolicy, toExportPolicy, writePolicy } from '../../../lib/util/export-policy.ts';
import { toSharedPolicy } from '../../../lib/web/security-headers.ts';
import { ROOT_DIR } from '../../helpers/app/app.ts';

const FORGED = writePolicy("script-src 'unsafe-inline'");

function toPage(data: Record<string, unknown>): string {
  const outputs = [{ output_type: 'display_data', data, metadata: {} }];
  const cell: NotebookCell = {
    id: 'a',
    cell_type: 'code',
    source: FORGED,
    metadata: {},
    execution_count: 1,
    outputs,
  };
  const notebook = { nbformat: 4 as const, nbformat_minor: 5 as const, metadata: {}, cells: [cell] };
  return exportHtml(notebook, { title: FORGED, tokens: '', rootDir: ROOT_DIR });
}

test('a page without charts has no script, and may run none', () => {
  const page = toPage({ 'text/html': `<p>kept</p>${FORGED}` });
  expect(page).not.toContain('<script');
  expect(readPolicy(page)).toBe(toExportPolicy());
  expect(toSharedPolicy(readPolicy(page))).toMatch(
    /^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'/,
  );
});

test('a page with charts runs scripts by their hashes only, without an origin', () => {
  const page = toPage({ 'application/vnd.vegalite.v6+json': { mark: '</script><script>evil()' } });
  const policy = readPolicy(page);
  expect(policy).toMatch(/; script-src(?: 'sha256-[A-Za-z0-9+/]{43}=')+$/);
  expect(policy).not.toMatch(/unsafe-eval|connect-src|https?:|'self'/);
  expect(toSharedPolicy(policy)).toContain(
    'sandbox allow-popups allow-popups-to-escape-sandbox allow-scripts;',
  );
  expect(toSharedPolicy(policy)).not.toContain('allow-same-origin');
  expect(page).not.toContain('<script>evil');
});

test('a page that states no policy may do nothing', () => {
  expect(readPolicy('<p>The link was revoked.</p>')).toBe(toExportPolicy());
});
