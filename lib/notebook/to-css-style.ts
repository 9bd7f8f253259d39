/** How a style of terminal text looks on the page and in exports, in terms of the tokens of `app/tokens.css`. */
import type { TerminalColor, TextStyle } from './styled-runs.ts';

export interface CssStyle {
  color?: string;
  backgroundColor?: string;
  fontWeight?: number;
  fontStyle?: 'italic';
  textDecoration?: string;
  visibility?: 'hidden';
}

export function toCssStyle(style: TextStyle): CssStyle {
  const color = toCssColor(style.color);
  const behind = style.isReversed ? (color ?? 'var(--ink-3)') : toCssColor(style.background);
  const lines = [style.isUnderlined ? 'underline' : '', style.isStruck ? 'line-through' : ''];
  const css: CssStyle = {};
  if (behind !== undefined) {
    // On a tinted ground the page's ink is readable in both themes; colors chosen for a terminal are not.
    css.color = 'var(--ink)';
    css.backgroundColor = `color-mix(in srgb, ${behind} 28%, transparent)`;
  } else if (color !== undefined) css.color = color;
  // Dim text must be readable too.
  else if (style.isDim) css.color = 'var(--ink-3)';
  if (style.isBold) css.fontWeight = 600;
  if (style.isItalic) css.fontStyle = 'italic';
  if (lines.some(Boolean)) css.textDecoration = lines.join(' ').trim();
  if (style.isHidden) css.visibility = 'hidden';
  return css;
}

function toCssColor(color: TerminalColor | null): string | undefined {
  if (color === null) return undefined;
  if (color.startsWith('rgb')) return toReadable(color);
  return color === 'bright-black' ? 'var(--ink-3)' : `var(--ansi-${color.replace('bright-', '')})`;
}

/** Keeps the hue, as light or dark as the theme's ground needs: a terminal's ground is not ours. */
function toReadable(color: string): string {
  return `light-dark(oklch(from ${color} min(l, 0.5) c h), oklch(from ${color} max(l, 0.75) c h))`;
}
