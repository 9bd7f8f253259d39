/** A page is made once for all who ask for the same, and again when the notebook has changed. */
import { expect, test, vi } from 'vitest';
import { createSharedPages } from '../../../lib/export/shared-pages.ts';
import { AppError } from '../../../lib/util/app-error.ts';
import { toSharedAnswer } from '../../../lib/web/shared-page.ts';

/** Pages that are begun and finished by hand. */
function setUp(options?: Parameters<typeof createSharedPages>[1]) {
  const made: { onRead(seq: number): void; resolve(page: string): void; reject(error: Error): void }[] = [];
  const pages = createSharedPages((_, onRead) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    made.push({ onRead, resolve, reject });
    return promise;
  }, options);
  /** Asks, and when that makes a page, has it made. */
  const show = async (sessionId: string, seq: number, page: string) => {
    const before = made.length;
    const shown = pages.read(sessionId, seq);
    const own = made[before];
    own?.onRead(seq);
    own?.resolve(page);
    return shown;
  };
  return { pages, made, show };
}

test('visitors of the same notebook share one page, created again only after a change', async () => {
  const { pages, made } = setUp();
  const visits = [pages.read('s-1', 4), pages.read('s-1', 4)];
  // It has not been read yet, so it will show this change too.
  visits.push(pages.read('s-1', 5));
  made[0]?.onRead(5);
  visits.push(pages.read('s-1', 5));
  expect(made).toHaveLength(1);
  const newer = pages.read('s-1', 6);
  expect(made).toHaveLength(2);
  made[0]?.resolve('at 5');
  made[1]?.onRead(6);
  made[1]?.resolve('at 6');
  expect(await Promise.all([...visits, newer])).toEqual(['at 5', 'at 5', 'at 5', 'at 5', 'at 6']);
  expect(await pages.read('s-1', 6)).toBe('at 6');
  expect(made).toHaveLength(2);
});

test('a page that is too large is not tried again until the notebook changes, other failures are', async () => {
  const { pages, made, show } = setUp();
  const fail = async (error: Error, seq: number) => {
    const shown = pages.read('s-1', seq);
    made.at(-1)?.onRead(seq);
    made.at(-1)?.reject(error);
    await expect(shown).rejects.toBe(error);
  };
  await fail(new AppError('too-many', 'Later.'), 1);
  await fail(new Error('the disk failed'), 1);
  await fail(new AppError('too-large', 'Too large.'), 1);
  await expect(pages.read('s-1', 1)).rejects.toMatchObject({ code: 'too-large' });
  expect(made).toHaveLength(3);
  expect(await show('s-1', 2, 'small again')).toBe('small again');
});

test('pages asked for longest ago are forgotten first, the last one stays however long', async () => {
  const { show } = setUp({ maxKeptLength: 10 });
  await show('s-1', 1, 'one--');
  await show('s-2', 1, 'two--');
  await show('s-1', 1, 'never');
  await show('s-3', 1, 'three');
  expect(await show('s-1', 1, 'again')).toBe('one--');
  expect(await show('s-2', 1, 'again')).toBe('again');
  await show('s-4', 1, 'longer than all');
  expect(await show('s-4', 1, 'again')).toBe('longer than all');
  expect(await show('s-2', 1, 'again')).toBe('again');
});

test('a page is not kept forever: a busy machine may have made a plain one', async () => {
  const { pages, show } = setUp({ keptMs: 0 });
  expect(await show('s-1', 1, 'plain')).toBe('plain');
  const later = show('s-1', 1, 'laid out');
  expect(await Promise.all([later, pages.read('s-1', 1)])).toEqual(['laid out', 'laid out']);
});

test('a visitor is told in a page what cannot be shown', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const answer = (error: Error) => toSharedAnswer(Promise.reject(error));
  expect(await answer(new AppError('too-large', ''))).toMatchObject({
    status: 413,
    html: expect.stringContaining('too large for a page'),
  });
  expect(await answer(new AppError('too-many', ''))).toMatchObject({
    status: 503,
    html: expect.stringContaining('Reload this page in a minute'),
    headers: { 'retry-after': '60' },
  });
  expect(await answer(new AppError('not-found', ''))).toMatchObject({ status: 404 });
  expect(log).not.toHaveBeenCalled();
  expect(await answer(new Error('broken'))).toMatchObject({
    status: 500,
    html: expect.stringContaining('cannot be shown'),
  });
  expect(log).toHaveBeenCalled();
  log.mockRestore();
});
