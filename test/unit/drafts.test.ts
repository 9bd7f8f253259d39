/** Text that is not stored in the notebook yet, over two tabs of a browser. */
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createDrafts, type Drafts } from '../../components/notebook/editor/drafts.ts';

const toStorage = (stored: Map<string, string>) =>
  new Proxy(
    {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    },
    {
      ownKeys: () => [...stored.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    },
  );

let local = new Map<string, string>();

/** A page in this tab, drawn again or for the first time. */
function open(tab: Map<string, string>, openTabs: Map<string, string>[] = [tab]) {
  vi.stubGlobal('sessionStorage', toStorage(tab));
  vi.stubGlobal('localStorage', toStorage(local));
  const held = () => openTabs.map((each) => ({ name: `actbook-tab ${each.get('actbook-tab')}` }));
  vi.stubGlobal('navigator', { locks: { request: () => {}, query: async () => ({ held: held() }) } });
  onTestFinished(() => void vi.unstubAllGlobals());
  return createDrafts('s-1');
}

/** The last text of the cell that was set aside. */
function takeUp(drafts: Drafts): void {
  const draft = drafts.findAside('cell-1');
  if (draft) drafts.takeUp('cell-1', draft);
}

beforeEach(() => {
  local = new Map();
});

test('a text outlives a reload; set aside, it is offered until it is taken up', () => {
  const tab = new Map<string, string>();
  open(tab).write('cell-1', { text: 'x = 1', version: 3 });
  const reloaded = open(tab);
  expect(reloaded.read('cell-1')).toMatchObject({ text: 'x = 1', version: 3 });
  expect(reloaded.list()).toEqual(['cell-1']);
  reloaded.setAside('cell-1');
  const again = open(tab);
  expect([again.read('cell-1'), again.list()]).toEqual([null, []]);
  expect(again.findAside('cell-1')).toMatchObject({ text: 'x = 1' });
  takeUp(again);
  expect(again.read('cell-1')).toMatchObject({ text: 'x = 1', version: 3 });
  expect(again.findAside('cell-1')).toBeNull();
});

test('a text that was set aside outlives what is written next, and each of several is offered', () => {
  vi.useFakeTimers({ now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  const tab = new Map<string, string>();
  const write = (text: string) => {
    vi.advanceTimersByTime(1000);
    const drafts = open(tab);
    drafts.write('cell-1', { text, version: 1 });
    return drafts;
  };
  for (const text of ['much', 'more']) write(text).setAside('cell-1');
  const drafts = write('m');
  expect(drafts.list()).toEqual(['cell-1']);
  expect(drafts.findAside('cell-1')?.text).toBe('more');
  // What the cell has is not offered.
  expect(drafts.findAside('cell-1', 'more')?.text).toBe('much');
  takeUp(drafts);
  expect([drafts.read('cell-1')?.text, drafts.findAside('cell-1')?.text]).toEqual(['more', 'm']);
  for (const left of ['m', 'much']) {
    const found = drafts.findAside('cell-1');
    expect(found?.text).toBe(left);
    if (found) drafts.discardAside(found);
  }
  expect(open(tab).findAside('cell-1')).toBeNull();
  expect([...local]).toHaveLength(1);
});

test('two tabs do not overwrite each other’s; what a closed one left is offered, and dropped when it is old', async () => {
  const [one, other] = [new Map<string, string>(), new Map<string, string>()];
  open(one).write('question', { text: 'mine' });
  const second = open(other, [one, other]);
  expect(second.read('question')).toBeNull();
  expect(await second.resume('question')).toBeNull();
  expect(second.findAside('question')).toMatchObject({ text: 'mine' });

  const alone = open(other, [other]);
  expect(await alone.resume('question')).toMatchObject({ text: 'mine' });
  expect(open(one).read('question')).toBeNull();
  alone.remove('question');
  expect(open(other).findAside('question')).toBeNull();

  open(one).write('question', { text: 'old' });
  vi.setSystemTime(Date.now() + 31 * 24 * 60 * 60_000);
  onTestFinished(() => void vi.useRealTimers());
  expect(open(other).findAside('question')).toBeNull();
  expect([...local]).toEqual([]);
});

test('without storage a text lasts as long as the page', () => {
  vi.stubGlobal('sessionStorage', undefined);
  vi.stubGlobal('localStorage', undefined);
  onTestFinished(() => void vi.unstubAllGlobals());
  const drafts = createDrafts('s-1');
  drafts.write('cell-1', { text: 'x' });
  drafts.setAside('cell-1');
  expect(drafts.findAside('cell-1')).toMatchObject({ text: 'x' });
});
