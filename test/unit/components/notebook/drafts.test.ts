/** Text that is not stored in the notebook yet, over two tabs of a browser. */
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createDrafts, type Drafts } from '../../../../components/notebook/editor/drafts.ts';

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

/** What pages wait for when a lock is not free, which here no time passes for: its limit. */
const TIMEOUT = Object.assign(new Error('The time is up.'), { name: 'TimeoutError' });

/** A page in this tab, drawn again or for the first time. Other pages are open in `others`. */
async function open(tab: Map<string, string>, others: Map<string, string>[] = []): Promise<Drafts> {
  const drafts = begin(tab, others);
  await settle();
  return drafts;
}

function begin(tab: Map<string, string>, others: Map<string, string>[] = []): Drafts {
  vi.stubGlobal('sessionStorage', toStorage(tab));
  vi.stubGlobal('localStorage', toStorage(local));
  const held = new Set(others.map((each) => `actbook-tab ${each.get('actbook-tab')}`));
  const request = async (name: string, _: LockOptions, granted: () => Promise<void>) => {
    if (held.has(name)) throw TIMEOUT;
    held.add(name);
    await granted();
  };
  const query = async () => ({ held: [...held].map((name) => ({ name })) });
  vi.stubGlobal('navigator', { locks: { request, query } });
  onTestFinished(() => void vi.unstubAllGlobals());
  return createDrafts('s-1');
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** The last text of the cell that was set aside. */
function takeUp(drafts: Drafts): void {
  const draft = drafts.findAside('cell-1');
  if (draft) drafts.takeUp('cell-1', draft);
}

beforeEach(() => {
  local = new Map();
});

test('a text outlives a reload; set aside, it is offered until it is taken up', async () => {
  const tab = new Map<string, string>();
  (await open(tab)).write('cell-1', { text: 'x = 1', version: 3 });
  const reloaded = await open(tab);
  expect(reloaded.read('cell-1')).toMatchObject({ text: 'x = 1', version: 3 });
  expect(reloaded.list()).toEqual(['cell-1']);
  reloaded.setAside('cell-1');
  const again = await open(tab);
  expect([again.read('cell-1'), again.list()]).toEqual([null, []]);
  expect(again.findAside('cell-1')).toMatchObject({ text: 'x = 1' });
  takeUp(again);
  expect(again.read('cell-1')).toMatchObject({ text: 'x = 1', version: 3 });
  expect(again.findAside('cell-1')).toBeNull();
});

test('a text that was set aside outlives what is written next, and each of several is offered', async () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const tab = new Map<string, string>();
  const write = async (text: string) => {
    vi.setSystemTime(Date.now() + 1000);
    const drafts = await open(tab);
    drafts.write('cell-1', { text, version: 1 });
    return drafts;
  };
  for (const text of ['much', 'more']) (await write(text)).setAside('cell-1');
  const drafts = await write('m');
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
  expect((await open(tab)).findAside('cell-1')).toBeNull();
  expect([...local]).toHaveLength(1);
});

test('two tabs do not overwrite each other’s; what a closed one left is offered, and dropped when it is old', async () => {
  const [one, other] = [new Map<string, string>(), new Map<string, string>()];
  (await open(one)).write('question', { text: 'mine' });
  const second = await open(other, [one]);
  expect(second.read('question')).toBeNull();
  expect(await second.resume('question')).toBeNull();
  expect(second.findAside('question')).toMatchObject({ text: 'mine' });

  const alone = await open(other);
  expect(await alone.resume('question')).toMatchObject({ text: 'mine' });
  expect((await open(one)).read('question')).toBeNull();
  alone.remove('question');
  expect((await open(other)).findAside('question')).toBeNull();

  (await open(one)).write('question', { text: 'old' });
  vi.setSystemTime(Date.now() + 31 * 24 * 60 * 60_000);
  onTestFinished(() => void vi.useRealTimers());
  expect((await open(other)).findAside('question')).toBeNull();
  expect([...local]).toEqual([]);
});

test('a copied tab has its own: what is typed or cleared in one is not the other’s, from the first moment', async () => {
  const tab = new Map<string, string>();
  const first = await open(tab);
  first.write('question', { text: 'first' });
  first.write('cell-1', { text: 'x = 1' });
  const copy = new Map(tab);
  const second = begin(copy, [tab]);
  expect(second.read('question')).toMatchObject({ text: 'first' });
  second.write('question', { text: 'second' });
  second.remove('cell-1');
  await settle();
  expect([second.read('question')?.text, second.read('cell-1')]).toEqual(['second', null]);
  expect((await open(tab, [copy])).list()).toEqual(['question', 'cell-1']);
  first.remove('question');
  const reloaded = await open(copy, [tab]);
  expect([reloaded.read('question')?.text, reloaded.list()]).toEqual(['second', ['question']]);
  expect((await open(tab, [copy])).list()).toEqual(['cell-1']);
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
