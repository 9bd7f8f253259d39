/** A plot in words: its titles, axis labels, legend and marks. */
import type { FigureDigest, PanelDigest } from '../notebook/output-digest.ts';

/** One line; a line for each pair of axes when there are several. */
export function describeFigure({ title, panels }: FigureDigest): string {
  const lines = panels.map((panel, index) => {
    const text = describePanel(panel);
    return panels.length > 1 ? `Axes ${index + 1}: ${text}` : text;
  });
  return [title ? `Figure title: ${quote(title)}.` : '', ...lines].filter((line) => line !== '').join('\n');
}

/** `line, bar (4)`; empty where nothing is drawn. */
export function describeMarks({ marks }: PanelDigest): string {
  return marks
    .map(([kind, count]) => (count > 1 ? `${kind} (${count.toLocaleString('en-US')})` : kind))
    .join(', ');
}

function describePanel(panel: PanelDigest): string {
  const { title, x, y, legend = [] } = panel;
  const drawn = describeMarks(panel);
  const parts = [
    title ? `title ${quote(title)}` : '',
    x ? `x axis ${quote(x)}` : '',
    y ? `y axis ${quote(y)}` : '',
    legend.length > 0 ? `legend ${legend.map(quote).join(', ')}` : '',
    drawn === '' ? 'nothing drawn' : `drawn: ${drawn}`,
  ];
  return `${parts.filter((part) => part !== '').join('; ')}.`;
}

function quote(text: string): string {
  return `“${text.replaceAll(/\s+/g, ' ').trim()}”`;
}
