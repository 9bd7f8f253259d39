/** A session as a file in one of the forms that users take away. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExportFormat } from '../protocol/sessions/export-format.ts';
import type { NotebookUse } from '../session/notebook/to-notebook.ts';
import { isBusy, type Session } from '../session/session.ts';
import { nameNotebook } from '../session/view/titles/name-notebook.ts';
import { describeVerified } from '../session/view/verification/describe-verified.ts';
import { assertNever } from '../util/assert-never.ts';
import { exportIpynb } from './export-ipynb.ts';
import { exportMarkdown } from './export-markdown.ts';
import type { RenderPage } from './html/page-renderer.ts';
import { readFontFaces } from './html/read-font-faces.ts';
import { type BlobReader, inlineNotebook } from './inline-notebook.ts';
import { linkRemotePictures } from './output/link-remote-pictures.ts';
import { exportScript } from './script/export-script.ts';
import type { PythonReader } from './script/read-python-cells.ts';

export interface ExportedText {
  fileName: string;
  mimeType: string;
  content: string;
}

/** `rootDir` also holds `app/tokens.css`, by which pages are colored, their fonts, and the scripts that draw charts. */
export interface ExportOptions extends PythonReader {
  blobs: BlobReader;
  renderPage: RenderPage;
}

export async function exportSession(
  session: Session,
  format: ExportFormat,
  options: ExportOptions,
): Promise<ExportedText> {
  const readNotebook = (use: NotebookUse) => inlineNotebook(session, options.blobs, use);
  const stem = toFileStem(session.title);
  switch (format) {
    case 'ipynb': {
      const mimeType = 'application/x-ipynb+json';
      const notebook = linkRemotePictures(await readNotebook('notebook'));
      return { fileName: `${stem}.ipynb`, mimeType, content: exportIpynb(notebook) };
    }
    case 'py': {
      const { extension, mimeType, content } = await exportScript(await readNotebook('script'), options);
      return { fileName: `${stem}${extension}`, mimeType: `${mimeType}; charset=utf-8`, content };
    }
    case 'md': {
      const mimeType = 'text/markdown; charset=utf-8';
      return {
        fileName: `${stem}.md`,
        mimeType,
        content: exportMarkdown(linkRemotePictures(await readNotebook('page')), describeVerified(session)),
      };
    }
    case 'html': {
      const content = await options.renderPage(() => readPage(session, options));
      return { fileName: `${stem}.html`, mimeType: 'text/html; charset=utf-8', content };
    }
    default:
      return assertNever(format);
  }
}

/** The page that a read-only link opens: the notebook as `readSession` finds it when the page's turn has come. */
export async function renderShared(
  readSession: () => Promise<Session>,
  options: ExportOptions,
): Promise<string> {
  return options.renderPage(async () => {
    const session = await readSession();
    const at = new Date(session.updatedAt).toISOString().slice(0, 16).replace('T', ' ');
    const more = isBusy(session) ? ' It is still running: reload for more.' : '';
    return readPage(session, options, `Shared from Actbook, read-only. Last changed ${at} UTC.${more}`);
  });
}

async function readPage(
  session: Session,
  { blobs, rootDir }: ExportOptions,
  origin = '',
): ReturnType<Parameters<RenderPage>[0]> {
  const tokens = await readFile(join(rootDir, 'app', 'tokens.css'), 'utf8');
  const fonts = await readFontFaces(rootDir);
  const facts = [origin, describeVerified(session)].filter((part) => part !== '').join(' ');
  const options = {
    title: nameNotebook(session.title),
    tokens: fonts + tokens,
    rootDir,
    ...(facts === '' ? {} : { facts }),
  };
  return { notebook: await inlineNotebook(session, blobs, 'page'), options };
}

function toFileStem(title: string): string {
  const stem = title
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase()
    .slice(0, 60);
  return stem || 'notebook';
}
