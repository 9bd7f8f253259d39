import { afterEach, expect, test, vi } from 'vitest';
import type {
  Commands,
  useCommandHandler,
} from '../../../../components/notebook/commands/commands-context.ts';
import { toChord } from '../../../../components/notebook/commands/keys/to-chord.ts';
import { createKeyMatcher } from '../../../../components/notebook/commands/keys/use-command-keys.ts';
import { findOwnRun } from '../../../../components/notebook/commands/runs/find-own-run.ts';
import { searchCommands } from '../../../../components/notebook/commands/search-commands.ts';
import { createSelection } from '../../../../components/notebook/commands/state/selection.ts';
import {
  type CommandId,
  getCommand,
  listCommandIds,
} from '../../../../components/notebook/commands/table/command-table.ts';
import { getTitle } from '../../../../components/notebook/commands/table/command-titles.ts';
import { createPreferencesStore } from '../../../../components/preferences/preferences-store.ts';

afterEach(() => vi.unstubAllGlobals());

test('an ID that is missing from the table, or runs elsewhere, does not compile', () => {
  // Checked by the type checker and never called: it reports a comment above a line that compiles.
  const misspell = (commands: Commands, handle: typeof useCommandHandler) => {
    // @ts-expect-error It cannot be run.
    commands.runCommand('cell-delte');
    // @ts-expect-error It cannot be asked about.
    commands.isAvailable('cell-delte');
    // @ts-expect-error It has no title and no keys.
    getTitle('cell-delte').title.at(0);
    // @ts-expect-error No component can run it.
    handle('cell-delte', () => {});
    // @ts-expect-error This command has a function of its own, which a component must not replace.
    handle('cell-delete', () => {});
    // @ts-expect-error Not every text is an id.
    const id: CommandId = String('cell-delete');
    return id;
  };
  expect(misspell).toHaveLength(2);
});

test('each command runs in exactly one place', () => {
  for (const id of listCommandIds())
    expect([id, findOwnRun(id) === null]).toEqual([id, getCommand(id).runsIn === 'component']);
});

test('no keys have two meanings in one place, and those of the whole page have a modifier', () => {
  const places = {
    command: ['command'],
    edit: ['edit'],
    cell: ['command', 'edit'],
    page: ['command', 'edit', 'page'],
  };
  const taken = new Map<string, CommandId>();
  for (const id of listCommandIds()) {
    const { keys = [], scope = 'command' } = getCommand(id);
    for (const chord of keys) {
      if (scope === 'page') expect(chord).toMatch(/^(Mod|Alt)\+/);
      for (const place of places[scope]) {
        expect([chord, place, taken.get(`${place} ${chord}`)]).toEqual([chord, place, undefined]);
        taken.set(`${place} ${chord}`, id);
      }
    }
  }
});

test('keys match where they apply, and sequences within a second', () => {
  const { match } = createKeyMatcher();
  expect(match('j', 'command', 0)).toBe('cell-next');
  expect(match('j', 'edit', 10)).toBeNull();
  expect(match('Shift+Enter', 'edit', 20)).toBe('cell-run-advance');
  expect(match('Mod+k', 'page', 30)).toBe('help-palette');
  expect(match('d', 'command', 100)).toBe('pending');
  expect(match('d', 'command', 900)).toBe('cell-delete');
  expect(match('d', 'command', 2_000)).toBe('pending');
  expect(match('d', 'command', 3_500)).toBe('pending');
});

const NO_MODIFIERS = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const press = (key: string, code: string, modifiers: Partial<typeof NO_MODIFIERS> = {}) =>
  toChord({ key, code, ...NO_MODIFIERS, ...modifiers });

test('a letter of another script counts as the Latin one on its key, all others as what they write', () => {
  expect(press('ы', 'KeyS', { ctrlKey: true })).toBe('Mod+s');
  expect(press('Я', 'KeyZ', { shiftKey: true })).toBe('Shift+z');
  expect(press('ן', 'KeyI')).toBe('i');
  // On French and Turkish keyboards, and with Caps Lock.
  expect(press('a', 'KeyQ')).toBe('a');
  expect(press('ı', 'KeyI')).toBe('ı');
  expect(press('D', 'KeyD')).toBe('d');
  expect(press('?', 'KeyM', { shiftKey: true })).toBe('?');
});

test('on a Mac, Ctrl and a letter are left to the text', () => {
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)' });
  expect(press('k', 'KeyK', { ctrlKey: true })).toBe('Ctrl+k');
  expect(press('k', 'KeyK', { metaKey: true })).toBe('Mod+k');
  expect(press('Enter', 'Enter', { ctrlKey: true })).toBe('Mod+Enter');
  expect(press('_', 'Minus', { ctrlKey: true, shiftKey: true })).toBe('Mod+_');
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' });
  expect(press('k', 'KeyK', { ctrlKey: true })).toBe('Mod+k');
});

test('commands are found by their words, whole words first', () => {
  expect(searchCommands(listCommandIds(), 'kernel restart')[0]).toBe('kernel-restart');
  expect(searchCommands(listCommandIds(), 'dwnl md')[0]).toBe('export-md');
  // A command that is named in full comes before those whose hints have the same words.
  for (const id of listCommandIds())
    expect([id, searchCommands(listCommandIds(), getTitle(id).title)[0]]).toEqual([id, id]);
  expect(searchCommands(listCommandIds(), 'zzz')).toEqual([]);
});

test('moving the selection among 1,000 cells changes only two of them', () => {
  vi.stubGlobal('document', { querySelector: () => null });
  vi.stubGlobal('CSS', { escape: String });
  const selection = createSelection(() => {});
  const ids = Array.from({ length: 1_000 }, (_, index) => `cell-${index}`);
  const changed: string[] = [];
  for (const id of ids) {
    const pick = () => selection.getState().cellId === id;
    let before = pick();
    selection.subscribe(() => {
      if (pick() !== before) changed.push(id);
      before = pick();
    });
  }
  selection.select('cell-3');
  selection.select('cell-4');
  expect(changed).toEqual(['cell-3', 'cell-3', 'cell-4']);
});

/** The parts of a browser page that keep preferences. */
function stubPage(stored: Map<string, string>) {
  const getItem = vi.fn((key: string) => stored.get(key) ?? null);
  const setItem = vi.fn((key: string, value: string) => stored.set(key, value));
  const page = new EventTarget();
  vi.stubGlobal('localStorage', { getItem, setItem });
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  return { page, getItem, setItem };
}

test('preferences are read once, and again when another tab changes them', () => {
  const stored = new Map<string, string>([['actbook-preferences', '{"hasSingleKeys":false}']]);
  const { page, getItem } = stubPage(stored);
  const store = createPreferencesStore();
  const heard = vi.fn();
  const stop = store.follow();
  store.subscribe(heard);

  expect(store.getSnapshot()).toMatchObject({ hasSingleKeys: false, isSidebarOpen: true });
  expect(store.getSnapshot()).toBe(store.getSnapshot());
  expect(getItem).toHaveBeenCalledTimes(1);
  store.change({ isSidebarOpen: false });
  expect(store.getSnapshot()).toMatchObject({ hasSingleKeys: false, isSidebarOpen: false });
  expect(JSON.parse(stored.get('actbook-preferences') ?? '')).toMatchObject({ isSidebarOpen: false });
  expect(heard).toHaveBeenCalledTimes(1);

  getItem.mockClear();
  stored.set('actbook-preferences', '{"kernel":"ir"}');
  page.dispatchEvent(Object.assign(new Event('storage'), { key: 'another' }));
  expect(heard).toHaveBeenCalledTimes(1);
  page.dispatchEvent(Object.assign(new Event('storage'), { key: 'actbook-preferences' }));
  expect(store.getSnapshot()).toMatchObject({ kernel: 'ir', hasSingleKeys: true });
  expect([getItem.mock.calls.length, heard.mock.calls.length]).toEqual([1, 2]);
  stop();
});

test('a page keeps the preferences that another one stored, also when the Back button restores it', () => {
  const { page } = stubPage(new Map());
  const store = createPreferencesStore();
  const other = createPreferencesStore();
  const stop = store.follow();
  expect(store.getSnapshot().approval).toBe('never');
  other.change({ approval: 'always' });
  store.change({ isSidebarOpen: false });
  expect(store.getSnapshot()).toMatchObject({ approval: 'always', isSidebarOpen: false });
  expect(createPreferencesStore().getSnapshot()).toEqual(store.getSnapshot());

  other.change({ approval: 'risky' });
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  expect(store.getSnapshot().approval).toBe('always');
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(store.getSnapshot().approval).toBe('risky');
  stop();
});

test.each(['getItem', 'setItem'] as const)('if %s fails, preferences last as long as the page', (method) => {
  const { [method]: failing } = stubPage(new Map());
  failing.mockImplementation(() => {
    throw new DOMException('refused', 'QuotaExceededError');
  });
  const store = createPreferencesStore();
  store.change({ approval: 'always' });
  store.change({ isSidebarOpen: false });
  expect(store.getSnapshot()).toMatchObject({ approval: 'always', isSidebarOpen: false });
});
