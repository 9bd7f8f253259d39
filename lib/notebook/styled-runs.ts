/** Text a program wrote for a terminal, as runs of one style each. */

type ColorName = 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white';

/** One of the sixteen colors that the user of a terminal chooses, or an exact one of numbers from 0 to 255. */
export type TerminalColor = ColorName | `bright-${ColorName}` | `rgb(${number} ${number} ${number})`;

export interface TextStyle {
  color: TerminalColor | null;
  background: TerminalColor | null;
  isBold: boolean;
  isDim: boolean;
  isItalic: boolean;
  isUnderlined: boolean;
  isReversed: boolean;
  isHidden: boolean;
  isStruck: boolean;
}

export interface StyledRun {
  text: string;
  /** Null for text as the page has it. */
  style: TextStyle | null;
}

const ESC = '\\u001b';
/**
 * Control sequences (ECMA-48 §5.4), strings such as titles and links (§5.6), and two-character escapes. The only
 * group holds the parameters of a style.
 */
const TERMINAL_CODES = new RegExp(
  `(?:${ESC}\\[|\\u009b)(?:([\\d;:]*)m|[0-?]*[ -/]*[@-~])|${ESC}[\\]PX^_][^\\u0007\\u001b\\u009c]*(?:\\u0007|${ESC}\\\\|\\u009c)|${ESC}[ -/]*[0-~]`,
  'gu',
);

const NAMES: readonly ColorName[] = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];

const PLAIN: TextStyle = {
  color: null,
  background: null,
  isBold: false,
  isDim: false,
  isItalic: false,
  isUnderlined: false,
  isReversed: false,
  isHidden: false,
  isStruck: false,
};

const KEYS = Object.keys(PLAIN).filter((key): key is keyof TextStyle => key in PLAIN);

/** What each parameter of "Select graphic rendition" (ECMA-48 §8.3.117) changes; colors are read by their number. */
const CHANGES = new Map<number, Partial<TextStyle>>([
  [0, PLAIN],
  [1, { isBold: true }],
  [2, { isDim: true }],
  [3, { isItalic: true }],
  [4, { isUnderlined: true }],
  [7, { isReversed: true }],
  [8, { isHidden: true }],
  [9, { isStruck: true }],
  [21, { isUnderlined: true }],
  [22, { isBold: false, isDim: false }],
  [23, { isItalic: false }],
  [24, { isUnderlined: false }],
  [27, { isReversed: false }],
  [28, { isHidden: false }],
  [29, { isStruck: false }],
  [39, { color: null }],
  [49, { background: null }],
]);

/** Text without colors, cursor movements, titles and links; other control characters stay. */
export function removeTerminalCodes(text: string): string {
  return text.replaceAll(TERMINAL_CODES, '');
}

/** The text of all runs together is what {@link removeTerminalCodes} gives; neighbors differ in style. */
export function toStyledRuns(text: string): StyledRun[] {
  const runs: StyledRun[] = [];
  let style: TextStyle | null = null;
  let start = 0;
  for (const { 0: code, 1: parameters, index } of text.matchAll(TERMINAL_CODES)) {
    addRun(runs, text.slice(start, index), style);
    start = index + code.length;
    if (parameters !== undefined) style = applyParameters(style, parameters);
  }
  addRun(runs, text.slice(start), style);
  return runs;
}

function addRun(runs: StyledRun[], text: string, style: TextStyle | null): void {
  if (text === '') return;
  const last = runs.at(-1);
  if (last && isSame(last.style, style)) last.text += text;
  else runs.push({ text, style });
}

export function isSame(one: TextStyle | null, other: TextStyle | null): boolean {
  if (one === other) return true;
  return one !== null && other !== null && KEYS.every((key) => one[key] === other[key]);
}

export function applyParameters(before: TextStyle | null, parameters: string): TextStyle | null {
  const style = { ...(before ?? PLAIN) };
  const rest = parameters.split(';');
  for (let written = rest.shift(); written !== undefined; written = rest.shift()) {
    // Modern programs write the parts of one color with colons: `38:2::255:0:0`.
    const [first, ...parts] = written.split(':');
    const code = Number(first);
    if (code === 38 || code === 48 || code === 58) {
      const color = takeColor(parts.length > 0 ? withoutColorSpace(parts) : rest);
      if (color && code !== 58) Object.assign(style, code === 38 ? { color } : { background: color });
    } else if (code === 4 && parts[0] === '0') style.isUnderlined = false;
    else Object.assign(style, CHANGES.get(code) ?? toNamedColor(code));
  }
  return isSame(style, PLAIN) ? null : style;
}

const FLAGS: readonly (readonly [keyof TextStyle, number])[] = [
  ['isBold', 1],
  ['isDim', 2],
  ['isItalic', 3],
  ['isUnderlined', 4],
  ['isReversed', 7],
  ['isHidden', 8],
  ['isStruck', 9],
];

/** The code that sets a style, whatever was set before. */
export function toStyleCode(style: TextStyle | null): string {
  if (style === null) return '\u001b[0m';
  const flags = FLAGS.flatMap(([key, number]) => (style[key] ? [number] : []));
  const colors = [toColorCode(style.color, 30), toColorCode(style.background, 40)].filter(Boolean);
  return `\u001b[${[0, ...flags, ...colors].join(';')}m`;
}

function toColorCode(color: TerminalColor | null, base: number): string {
  if (color === null) return '';
  const numbers = /^rgb\((\d+) (\d+) (\d+)\)$/.exec(color);
  if (numbers) return `${base + 8};2;${numbers.slice(1).join(';')}`;
  const isBright = color.startsWith('bright-');
  return String(base + (isBright ? 60 : 0) + NAMES.findIndex((name) => color.endsWith(name)));
}

/** `2:SPACE:R:G:B` without its second part, which is usually empty. */
function withoutColorSpace(parts: string[]): string[] {
  return parts[0] === '2' && parts.length > 4 ? ['2', ...parts.slice(2)] : parts;
}

/** Takes `5;INDEX` or `2;R;G;B` from the front of what follows a 38 or 48; null for a color that does not exist. */
function takeColor(rest: string[]): TerminalColor | null {
  const mode = rest.shift();
  const numbers = rest.splice(0, mode === '5' ? 1 : mode === '2' ? 3 : 0).map(Number);
  if (!numbers.every((number) => number >= 0 && number <= 255)) return null;
  const [first, green, blue] = numbers;
  if (first === undefined) return null;
  if (mode === '5') return toPaletteColor(first);
  return green === undefined || blue === undefined ? null : `rgb(${first} ${green} ${blue})`;
}

/** xterm's 256 colors: the 16 named ones, a 6×6×6 cube, 24 grays. */
function toPaletteColor(index: number): TerminalColor {
  const name = NAMES[index % 8];
  if (index < 16 && name !== undefined) return index > 7 ? `bright-${name}` : name;
  const gray = 8 + (index - 232) * 10;
  if (index >= 232) return `rgb(${gray} ${gray} ${gray})`;
  const level = (step: number) => (step === 0 ? 0 : 55 + step * 40);
  const cube = index - 16;
  return `rgb(${level(Math.floor(cube / 36))} ${level(Math.floor(cube / 6) % 6)} ${level(cube % 6)})`;
}

function toNamedColor(code: number): Partial<TextStyle> {
  const name = NAMES[code % 10];
  if (name === undefined) return {};
  switch (Math.floor(code / 10)) {
    case 3:
      return { color: name };
    case 4:
      return { background: name };
    case 9:
      return { color: `bright-${name}` };
    case 10:
      return { background: `bright-${name}` };
    default:
      return {};
  }
}
