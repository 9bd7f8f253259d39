/** Matplotlib code: one figure with title, labeled axes and a fitting size. */
import { quote } from './python-literals.ts';

export interface Chart {
  /** Import lines besides matplotlib's. */
  imports?: readonly string[];
  /** Lines that draw on `ax`. */
  draw: readonly string[];
  title: string;
  xLabel: string;
  yLabel: string;
  /** Inches, default 8 × 4.5. */
  size?: readonly [width: number, height: number];
}

export function writeChart(chart: Chart): string {
  const [width, height] = chart.size ?? [8, 4.5];
  return [
    ...(chart.imports ?? []),
    'import matplotlib.pyplot as plt\n',
    `fig, ax = plt.subplots(figsize=(${width}, ${height}))`,
    ...chart.draw,
    `ax.set_title(${quoteLabel(chart.title)})`,
    `ax.set_xlabel(${quoteLabel(chart.xLabel)})`,
    `ax.set_ylabel(${quoteLabel(chart.yLabel)})`,
    'fig.tight_layout()',
    'plt.show()',
  ].join('\n');
}

/** A dollar sign would start a formula in matplotlib. */
function quoteLabel(text: string): string {
  return quote(text.length > 90 ? `${text.slice(0, 88)}…` : text.replaceAll('$', '\\$'));
}
