/**
 * A long notebook as an analysis leaves it: words, printed text, tables, plots, results and errors, the same for the same
 * number of cells.
 */
import { createRandom } from '../../test/helpers/random.ts';
import { drawPng } from './draw-png.ts';

export interface MadeCell {
  readonly id: string;
  readonly cell_type: 'markdown' | 'code';
  readonly source: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly execution_count?: number | null;
  readonly outputs?: readonly MadeOutput[];
}

export type MadeOutput =
  | { readonly output_type: 'stream'; readonly name: 'stdout' | 'stderr'; readonly text: string }
  | {
      readonly output_type: 'display_data' | 'execute_result';
      readonly data: Readonly<Record<string, string>>;
      readonly metadata: Readonly<Record<string, unknown>>;
      readonly execution_count?: number;
    }
  | {
      readonly output_type: 'error';
      readonly ename: string;
      readonly evalue: string;
      readonly traceback: readonly string[];
    };

export interface MadeNotebook {
  readonly nbformat: 4;
  readonly nbformat_minor: 5;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly cells: readonly MadeCell[];
}

/** Of ten cells two are words, two print, two show a table, two a plot, one a result, and one fails or warns. */
export function makeNotebook(cellCount: number): MadeNotebook {
  const random = createRandom(20_261_121).fraction;
  return {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {
      kernelspec: { name: 'python3', display_name: 'Python 3', language: 'python' },
      language_info: { name: 'python', version: '3.12.0' },
    },
    cells: Array.from({ length: cellCount }, (_, index) => makeCell(index, random)),
  };
}

/** What the last cell prints, so that a test or a bench knows when the end is drawn. */
export function toCellMark(index: number): string {
  return `cell ${index} of this notebook`;
}

/** What the cell that prints begins with, and a line of what it prints. */
export const STREAM = { text: '# ten megabytes', output: 'x'.repeat(99) };

/**
 * The same, and at its end an empty cell below one that prints 10 MB when it is run, within the 1 MB a second that a
 * Jupyter server lets through.
 */
export function makeStreamNotebook(cellCount: number): MadeNotebook {
  const notebook = makeNotebook(cellCount);
  const source = `${STREAM.text}\nimport time\nfor part in range(100):\n    print(("x" * 99 + "\\n") * 1_000, end="", flush=True)\n    time.sleep(0.12)`;
  const cells = [source, ''].map((text, index) => ({
    id: `stream-${index}`,
    cell_type: 'code' as const,
    source: text,
    metadata: {},
    execution_count: null,
    outputs: [],
  }));
  return { ...notebook, cells: [...notebook.cells, ...cells] };
}

function makeCell(index: number, random: () => number): MadeCell {
  const id = `made-${index}`;
  const kind = index % 10;
  if (kind === 0 || kind === 4) return { id, cell_type: 'markdown', metadata: {}, source: makeWords(index) };
  const made = MAKERS[kind]?.(index, random) ?? makePrint(index, random);
  return { id, cell_type: 'code', metadata: {}, execution_count: index + 1, ...made };
}

type Made = Pick<MadeCell, 'source'> & { outputs: MadeOutput[] };

const makePrint = (index: number, random: () => number): Made => ({
  source: `for row in rows_${index}[:12]:\n    print(f"{row.name:<12}{row.value:10.3f}")\nprint("${toCellMark(index)}")`,
  outputs: [toStdout(`${makeRows(12, random)}${toCellMark(index)}\n`)],
});

const makeLongPrint = (index: number, random: () => number): Made => ({
  source: `report = summarize(frame_${index}, by="group")\nprint(report)  # ${toCellMark(index)}`,
  outputs: [toStdout(makeRows(200, random))],
});

const makePlot = (index: number, random: () => number): Made => ({
  source: `fig, ax = plt.subplots()\nfor name, part in frame_${index}.groupby("group"):\n    ax.plot(part["t"], part["value"], label=name)\nax.set_title("${toCellMark(index)}")\nax.legend()`,
  outputs: [
    {
      output_type: 'display_data',
      metadata: {},
      data: {
        'image/png': drawPng(random).toString('base64'),
        'text/plain': '<Figure size 640x420 with 1 Axes>',
      },
    },
  ],
});

const COLUMNS = ['group', 'count', 'mean', 'std', 'min', 'median', 'max', 'share'];

function makeTable(index: number, random: () => number): Made {
  const rows = Array.from({ length: 20 }, (_, row) => [
    `group ${row}`,
    ...COLUMNS.slice(1).map(() => (random() * 1000).toFixed(3)),
  ]);
  const cells = (tag: string, values: string[]) =>
    values.map((value) => `<${tag}>${value}</${tag}>`).join('');
  const body = rows.map((row, at) => `<tr><th>${at}</th>${cells('td', row)}</tr>`).join('\n');
  const html = `<div>\n<table border="1" class="dataframe">\n<thead><tr style="text-align: right;"><th></th>${cells('th', COLUMNS)}</tr></thead>\n<tbody>\n${body}\n</tbody>\n</table>\n<p>20 rows × 8 columns</p>\n</div>`;
  const plain = [COLUMNS, ...rows].map((row) => row.map((value) => value.padStart(10)).join('')).join('\n');
  return {
    source: `frame_${index}.groupby("group").agg(["count", "mean", "std"])  # ${toCellMark(index)}`,
    outputs: [toResult(index, { 'text/html': html, 'text/plain': plain })],
  };
}

const makeResult = (index: number, random: () => number): Made => ({
  source: `round(frame_${index}["value"].mean(), 6)  # ${toCellMark(index)}`,
  outputs: [toResult(index, { 'text/plain': (random() * 1000).toFixed(6) })],
});

function makeTrouble(index: number, random: () => number): Made {
  const source = `weights_${index} = frame_${index}["weight"] / total["${toCellMark(index)}"]\nweights_${index}.describe()`;
  if (index % 20 === 9) {
    const text = `<ipython-input-${index}>:1: RuntimeWarning: invalid value encountered in divide\n`;
    return {
      source,
      outputs: [{ output_type: 'stream', name: 'stderr', text }, toStdout(makeRows(4, random))],
    };
  }
  const red = '\u001b[31m';
  const plain = '\u001b[39m';
  const traceback = [
    `${red}---------------------------------------------------------------------------${plain}`,
    `${red}KeyError${plain}                                  Traceback (most recent call last)`,
    `Cell \u001b[92mIn[${index}]\u001b[39m, line 1\n${red}----> 1${plain} weights = frame["weight"] / total\n      2 weights.describe()`,
    ...Array.from(
      { length: 6 },
      (_, depth) =>
        `File \u001b[32m~/site-packages/pandas/core/frame.py:${4100 + depth}\u001b[39m, in DataFrame.__getitem__(self, key)\n   ${4099 + depth}     return self._getitem_multilevel(key)\n${red}-> ${4100 + depth}${plain} indexer = self.columns.get_loc(key)`,
    ),
    `${red}KeyError${plain}: 'weight'`,
  ];
  return { source, outputs: [{ output_type: 'error', ename: 'KeyError', evalue: "'weight'", traceback }] };
}

const MAKERS: Readonly<Record<number, (index: number, random: () => number) => Made>> = {
  1: makePrint,
  2: makeTable,
  3: makePlot,
  5: makeResult,
  6: makePlot,
  7: makeLongPrint,
  8: makeTable,
  9: makeTrouble,
};

function makeWords(index: number): string {
  return `## Part ${index / 2}: how the groups differ\n\nThe share of group $g$ is $s_g = \\frac{n_g}{\\sum_k n_k}$, and its error falls with $\\sqrt{n_g}$.\nWhat follows looks at **three** things:\n\n- the *spread* within each group,\n- the \`median\` against the mean,\n- and what is left of both once outliers are gone (${toCellMark(index)}).`;
}

function makeRows(count: number, random: () => number): string {
  return Array.from(
    { length: count },
    (_, row) => `${`group ${row}`.padEnd(12)}${(random() * 1000).toFixed(3).padStart(10)}\n`,
  ).join('');
}

function toStdout(text: string): MadeOutput {
  return { output_type: 'stream', name: 'stdout', text };
}

function toResult(index: number, data: Record<string, string>): MadeOutput {
  return { output_type: 'execute_result', execution_count: index + 1, metadata: {}, data };
}
