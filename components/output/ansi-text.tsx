import Anser, { type AnserJsonEntry } from 'anser';
import { type CSSProperties, memo } from 'react';

const ESCAPE = String.fromCharCode(27);
const BELL = String.fromCharCode(7);
// Hyperlink and title sequences (OSC): shown as their text, never as a link.
const OSC = new RegExp(`${ESCAPE}\\][^${BELL}${ESCAPE}]*(?:${BELL}|${ESCAPE}\\\\)`, 'g');

/** Terminal text with its colours. */
export const AnsiText = memo(function AnsiText({ text }: { text: string }) {
  if (!text.includes(ESCAPE)) return text;
  const entries = Anser.ansiToJson(text.replaceAll(OSC, ''), {
    json: true,
    remove_empty: true,
    use_classes: true,
  });
  let offset = 0;
  return entries.map((entry) => {
    const key = offset;
    offset += entry.content.length;
    const style = toStyle(entry);
    return style ? (
      <span key={key} style={style}>
        {entry.content}
      </span>
    ) : (
      entry.content
    );
  });
});

function toStyle(entry: AnserJsonEntry): CSSProperties | null {
  const { decorations } = entry;
  if (!entry.fg && !entry.bg && decorations.length === 0) return null;
  const isReversed = decorations.includes('reverse');
  const color = toColor(entry.fg, entry.fg_truecolor);
  const background = toColor(entry.bg, entry.bg_truecolor);
  const behind = isReversed ? (color ?? 'var(--ink-3)') : background;
  const lines = [
    decorations.includes('underline') ? 'underline' : '',
    decorations.includes('strikethrough') ? 'line-through' : '',
  ];
  return {
    // On a tinted ground the page's ink is readable in both themes; colours chosen for a terminal are not.
    color: behind ? 'var(--ink)' : color,
    backgroundColor: behind && `color-mix(in srgb, ${behind} 28%, transparent)`,
    fontWeight: decorations.includes('bold') ? 600 : undefined,
    fontStyle: decorations.includes('italic') ? 'italic' : undefined,
    // Dim text must be readable too: it is grey, where it has no colour of its own.
    ...(decorations.includes('dim') && !color && !behind ? { color: 'var(--ink-3)' } : {}),
    textDecoration: lines.join(' ').trim() || undefined,
    visibility: decorations.includes('hidden') ? 'hidden' : undefined,
  };
}

/** Anser's class names (`ansi-red`, `ansi-palette-208`, `ansi-truecolor`) as CSS colours of the page. */
function toColor(name: string | null, truecolor: string | null): string | undefined {
  if (!name) return undefined;
  if (name === 'ansi-truecolor') return toReadable(`rgb(${truecolor})`);
  const palette = /^ansi-palette-(\d+)$/.exec(name);
  if (palette) return toReadable(toPaletteColor(Number(palette[1])));
  if (name === 'ansi-bright-black') return 'var(--ink-3)';
  return `var(--${name.replace('bright-', '')})`;
}

/** xterm's 256 colours: 16 named ones (handled by name), a 6x6x6 cube, 24 greys. */
function toPaletteColor(index: number): string {
  if (index >= 232) return `rgb(${Array(3).fill(8 + (index - 232) * 10)})`;
  const cube = Math.max(0, index - 16);
  const levels = [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6];
  return `rgb(${levels.map((level) => (level === 0 ? 0 : 55 + level * 40))})`;
}

/** Keeps the hue, as light or dark as the theme's ground needs: a terminal's ground is not ours. */
function toReadable(color: string): string {
  return `light-dark(oklch(from ${color} min(l, 0.5) c h), oklch(from ${color} max(l, 0.75) c h))`;
}
