/** The page's type for files that are read without the app: Latin letters, 50 KB; other letters are the reader's own. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** As `app/tokens.css` names them where the app serves none. */
const FACES = [
  { family: 'Source Sans 3', file: 'source-sans-3/files/source-sans-3-latin-wght-normal.woff2' },
  { family: 'Source Code Pro', file: 'source-code-pro/files/source-code-pro-latin-wght-normal.woff2' },
];

/** CSS with the fonts in it. `rootDir` has `node_modules`; throws when a font is not there. */
export async function readFontFaces(rootDir: string): Promise<string> {
  const faces = FACES.map(async ({ family, file }) => {
    const bytes = await readFile(join(rootDir, 'node_modules', '@fontsource-variable', file));
    const source = `url(data:font/woff2;base64,${bytes.toString('base64')}) format("woff2")`;
    return `@font-face { font-family: "${family}"; font-weight: 200 900; src: ${source}; }\n`;
  });
  return (await Promise.all(faces)).join('');
}
