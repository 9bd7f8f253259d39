/**
 * The page's type, served by the app itself: Source Sans 3 and Source Code Pro (Adobe, SIL Open Font License 1.1).
 * Latin letters are loaded with the page, at the metrics of their stand-in, so that no text moves; the rest when a
 * text has them.
 */
import localFont from 'next/font/local';

const sans = localFont({
  src: '../node_modules/@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2',
  weight: '200 900',
  variable: '--font-sans-latin',
});

const sansExtended = localFont({
  src: '../node_modules/@fontsource-variable/source-sans-3/files/source-sans-3-latin-ext-wght-normal.woff2',
  weight: '200 900',
  variable: '--font-sans-extended',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: 'unicode-range', value: 'U+0100-02FF, U+1E00-1EFF, U+20A0-20CF, U+2C60-2C7F, U+A720-A7FF' },
  ],
});

const sansCyrillic = localFont({
  src: '../node_modules/@fontsource-variable/source-sans-3/files/source-sans-3-cyrillic-wght-normal.woff2',
  weight: '200 900',
  variable: '--font-sans-cyrillic',
  preload: false,
  adjustFontFallback: false,
  declarations: [{ prop: 'unicode-range', value: 'U+0400-045F, U+0490-0491, U+04B0-04B1, U+2116' }],
});

const sansGreek = localFont({
  src: '../node_modules/@fontsource-variable/source-sans-3/files/source-sans-3-greek-wght-normal.woff2',
  weight: '200 900',
  variable: '--font-sans-greek',
  preload: false,
  adjustFontFallback: false,
  declarations: [{ prop: 'unicode-range', value: 'U+0370-03FF' }],
});

const mono = localFont({
  src: '../node_modules/@fontsource-variable/source-code-pro/files/source-code-pro-latin-wght-normal.woff2',
  weight: '200 900',
  variable: '--font-mono-latin',
  adjustFontFallback: false,
});

/** For the root element: the families that `tokens.css` names. */
export const FONT_CLASSES = [sans, sansExtended, sansCyrillic, sansGreek, mono]
  .map(({ variable }) => variable)
  .join(' ');
