/** Terminal text as HTML, drawn as on the page. */
import { toStyledRuns } from '../../notebook/styled-runs.ts';
import { toCssStyle } from '../../notebook/to-css-style.ts';
import { escapeHtml } from './escape-html.ts';

export function renderAnsi(text: string): string {
  return toStyledRuns(text)
    .map(({ text: content, style }) =>
      style
        ? `<span style="${toDeclarations(toCssStyle(style))}">${escapeHtml(content)}</span>`
        : escapeHtml(content),
    )
    .join('');
}

function toDeclarations(style: object): string {
  return Object.entries(style)
    .map(
      ([property, value]) =>
        `${property.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value}`,
    )
    .join(';');
}
