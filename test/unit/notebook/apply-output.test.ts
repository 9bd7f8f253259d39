import { describe, expect, it } from 'vitest';
import {
  appendOutput,
  clearOutput,
  EMPTY_OUTPUT_AREA,
  type OutputArea,
  updateDisplay,
} from '../../../lib/notebook/apply-output.ts';
import type { Output } from '../../../lib/notebook/output.ts';
import { toVisibleText } from '../../../lib/notebook/terminal-text.ts';

function stdout(text: string): Output {
  return { output_type: 'stream', name: 'stdout', text };
}

function stderr(text: string): Output {
  return { output_type: 'stream', name: 'stderr', text };
}

function display(text: string, displayId?: string): Output {
  return {
    output_type: 'display_data',
    data: { 'text/plain': text },
    metadata: {},
    ...(displayId === undefined ? {} : { displayId }),
  };
}

function fold(...outputs: Output[]): OutputArea {
  return outputs.reduce(appendOutput, EMPTY_OUTPUT_AREA);
}

function textOf(area: OutputArea): string {
  const [output] = area.outputs;
  return output?.output_type === 'stream' ? toVisibleText(output.text) : '';
}

describe('appendOutput', () => {
  it('merges a stream into a directly preceding one of the same name only', () => {
    const { outputs } = fold(stdout('a'), stdout('b'), stderr('c'), stdout('d'), display('e'), stdout('f'));
    expect(outputs).toEqual([stdout('ab'), stderr('c'), stdout('d'), display('e'), stdout('f')]);
  });

  // Several are the vectors of JupyterLab's packages/outputarea/test/model.spec.ts.
  it.each([
    [['Jupyter', '\rj'], 'jupyter', 'across messages'],
    [['Jupyter\r', 'j'], 'jupyter', 'with the return at the end of a message'],
    [['abc\r', '\ndef'], 'abc\ndef', 'even when it is cut in two'],
    [['ab\b', 'X'], 'aX', 'and remembers it'],
    [['10%', '\r20%', '\r30%', '\r\n'], '30%\n', 'shows the last state of a progress bar'],
    [['abc\rX', 'Y'], 'XYc', 'continues where the cursor stood'],
    [['abc\rX', '\nz'], 'Xbc\nz', 'keeps the rest of a line that is left'],
  ])('%j becomes %j: %s', (texts, expected) => {
    const area = fold(...texts.map(stdout));
    expect(textOf(area)).toBe(expected);
  });

  it.each([['abc\r'], ['abc\b'], ['a\nbcd\rX']])('survives being stored in the middle of %j', (text) => {
    const stored: OutputArea = JSON.parse(JSON.stringify(fold(stdout(text))));
    expect(textOf(appendOutput(stored, stdout('Z')))).toBe(textOf(fold(stdout(text), stdout('Z'))));
  });

  it('does not change the area it is given', () => {
    const before = fold(stdout('a\r'));
    appendOutput(before, stdout('b'));
    expect(textOf(appendOutput(before, stdout('c')))).toBe('c');
  });

  it('folds a long stream of small messages without rescanning it', () => {
    const count = 200_000;
    let area = fold();
    for (let index = 0; index < count; index++) area = appendOutput(area, stdout(`line ${index}\n`));
    // A quadratic fold would take minutes here and fail by the suite's time limit.
    for (let index = 0; index < count; index++) area = appendOutput(area, stdout(`\rdone ${index}`));
    expect(textOf(area).split('\n')).toHaveLength(count + 1);
    expect(textOf(area).endsWith(`\ndone ${count - 1}`)).toBe(true);
  });
});

describe('clearOutput', () => {
  it('clears at once', () => {
    expect(clearOutput(fold(stdout('a')), false)).toEqual(EMPTY_OUTPUT_AREA);
  });

  it('waits for the next output when asked to', () => {
    const waiting = clearOutput(fold(stdout('a')), true);
    expect(waiting.outputs).toEqual([stdout('a')]);
    expect(appendOutput(waiting, stdout('b'))).toEqual({ outputs: [stdout('b')], clearPending: false });
    expect(appendOutput(waiting, display('c')).outputs).toEqual([display('c')]);
  });
});

describe('updateDisplay', () => {
  const update = { displayId: 'x', data: { 'text/plain': 'new' }, metadata: { width: 3 } };

  it('replaces data and metadata of every output with the id', () => {
    const area = fold(display('old', 'x'), display('other', 'y'), display('old', 'x'));
    const updated = { ...display('new', 'x'), metadata: { width: 3 } };
    expect(updateDisplay(area, update).outputs).toEqual([updated, display('other', 'y'), updated]);
  });

  it('returns the same area when nothing shows the id', () => {
    const area = fold(display('old'), stdout('text'));
    expect(updateDisplay(area, update)).toBe(area);
  });
});
