/** What the editor asks the kernel, which matches it inserts at once, and how a copied cell is kept. */
import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createCellClipboard } from '../../../../components/notebook/commands/state/cell-clipboard.ts';
import { createCompletionSource } from '../../../../components/notebook/editor/kernel-help.ts';
import { createRepeatFinder } from '../../../../components/notebook/view/use-current-state.ts';
import { foldAll, insertCell, ranCell } from '../../../helpers/session-events.ts';

/** A view as far as completion needs one. */
function openView(doc: string) {
  let state = EditorState.create({ doc, selection: { anchor: doc.length } });
  const dispatch = (...specs: TransactionSpec[]) => {
    state = state.update(...specs).state;
  };
  const view = { dispatch } as EditorView;
  Object.defineProperty(view, 'state', { get: () => state });
  return { view, dispatch, read: () => state.doc.toString() };
}

/** The names that are offered when the kernel knows these, and the text then in the editor. */
async function complete(names: string[], options: { isAsked?: boolean; typed?: string } = {}) {
  const { isAsked = true, typed } = options;
  const { view, dispatch, read } = openView('print(sal');
  const source = createCompletionSource(
    async () => {
      if (typed) dispatch({ changes: { from: view.state.doc.length, insert: typed } });
      return { status: 'ok', from: 6, to: 9, matches: names.map((text) => ({ text })), text: '' };
    },
    () => isAsked,
  );
  const { state } = view;
  const result = await source(new CompletionContext(state, state.doc.length, true, view));
  return [result?.options.map(({ label }) => label) ?? [], read()];
}

test('a single match is inserted if the user asked at this text; several are offered', async () => {
  expect(await complete(['sales'])).toEqual([[], 'print(sales']);
  expect(await complete(['sales', 'salary'])).toEqual([['sales', 'salary'], 'print(sal']);
  expect(await complete(['sales'], { isAsked: false })).toEqual([['sales'], 'print(sal']);
  expect(await complete(['sales'], { typed: 'a' })).toEqual([['sales'], 'print(sala']);
  expect(await complete([])).toEqual([[], 'print(sal']);
});

test('a copied cell is there in the next notebook of the tab, and without storage in this one', () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  };
  vi.stubGlobal('sessionStorage', storage);
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(createCellClipboard().read()).toBeNull();
  createCellClipboard().write({ type: 'markdown', source: '# Title' });
  expect(createCellClipboard().read()).toEqual({ type: 'markdown', source: '# Title' });
  stored.set('actbook-cell', '{"type": "other"}');
  expect(createCellClipboard().read()).toBeNull();
  stored.set('actbook-cell', 'not JSON');
  expect(createCellClipboard().read()).toBeNull();
  vi.stubGlobal('sessionStorage', undefined);
  const alone = createCellClipboard();
  alone.write({ type: 'code', source: 'x = 1' });
  expect(alone.read()).toEqual({ type: 'code', source: 'x = 1' });
});

test('cells that share a number after a restart are named by their place', () => {
  const run = (cellId: string, executionCount: number) => [
    insertCell(cellId),
    ...ranCell(cellId, undefined, { executionCount }),
  ];
  const find = createRepeatFinder();
  const two = foldAll([...run('a', 1), ...run('b', 2)]);
  const none = find(two);
  expect([...none]).toEqual([]);
  const four = foldAll([...run('c', 1), ...run('d', 2)], two);
  const places = find(four);
  expect([...places]).toEqual([
    ['c', 3],
    ['d', 4],
  ]);
  expect(find({ ...four })).toBe(places);
});
