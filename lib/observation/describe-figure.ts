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

function describePanel({ title, x, y, legend = [], marks }: PanelDigest): string {
  const drawn = marks.map(([kind, count]) =>
    count > 1 ? `${kind} (${count.toLocaleString('en-US')})` : kind,
  );
  const parts = [
    title ? `title ${quote(title)}` : '',
    x ? `x axis ${quote(x)}` : '',
    y ? `y axis ${quote(y)}` : '',
    legend.length > 0 ? `legend ${legend.map(quote).join(', ')}` : '',
    drawn.length > 0 ? `drawn: ${drawn.join(', ')}` : 'nothing drawn',
  ];
  return `${parts.filter((part) => part !== '').join('; ')}.`;
}

function quote(text: string): string {
  return `“${text.replaceAll(/\s+/g, ' ').trim()}”`;
}
