/** Terminal text as HTML: the sixteen colours, bold, italic and underline; every other command is left out. */
import { stripAnsi } from '../strip-ansi.ts';
import { escapeHtml } from './safe-html.ts';

const ESCAPE = String.fromCharCode(27);
const STYLE_SEQUENCE = new RegExp(`${ESCAPE}\\[([\\d;]*)m`);
const COLORS = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];

interface Style {
  color: string;
  isBold: boolean;
  isItalic: boolean;
  isUnderlined: boolean;
}

const PLAIN: Style = { color: '', isBold: false, isItalic: false, isUnderlined: false };

export function renderAnsi(text: string): string {
  // Every second part is the numbers of a style.
  const parts = text.split(STYLE_SEQUENCE);
  let style = PLAIN;
  return parts
    .map((part, index) => {
      if (index % 2 === 0) return writePart(stripAnsi(part), style);
      style = applyCodes(style, part.split(';').map(Number));
      return '';
    })
    .join('');
}

function writePart(text: string, { color, isBold, isItalic, isUnderlined }: Style): string {
  const classes = [
    color === '' ? '' : `ansi-${color}`,
    isBold ? 'ansi-bold' : '',
    isItalic ? 'ansi-italic' : '',
    isUnderlined ? 'ansi-underline' : '',
  ].filter((name) => name !== '');
  if (text === '' || classes.length === 0) return escapeHtml(text);
  return `<span class="${classes.join(' ')}">${escapeHtml(text)}</span>`;
}

/** ECMA-48 "Select graphic rendition". Of 256 and true colours the number is passed over. */
function applyCodes(style: Style, codes: readonly number[]): Style {
  let next = style;
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    if (code === 38 || code === 48) at += codes[at + 1] === 5 ? 2 : 4;
    else next = { ...(code === 0 ? PLAIN : next), ...CHANGES.get(code), ...toColor(code) };
  }
  return next;
}

const CHANGES = new Map<number, Partial<Style>>([
  [1, { isBold: true }],
  [3, { isItalic: true }],
  [4, { isUnderlined: true }],
  [22, { isBold: false }],
  [23, { isItalic: false }],
  [24, { isUnderlined: false }],
  [39, { color: '' }],
]);

/** Bright colours are the plain ones: the page has no others. */
function toColor(code: number): Partial<Style> {
  const isColor = (code >= 30 && code <= 37) || (code >= 90 && code <= 97);
  return isColor ? { color: COLORS[code % 10] ?? '' } : {};
}
