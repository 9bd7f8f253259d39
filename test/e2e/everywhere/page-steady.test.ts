/** What the user reads stays in place during a run. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';
import { openPage, openStartPage, waitForOpening } from '../../helpers/page/browser.ts';

const fence = (words: string, code: string) => `${words}\n\n\`\`\`python\n${code}\n\`\`\``;

const LOAD = fence(
  'I look at the *table* first.',
  `import pandas as pd
df = pd.DataFrame({"city": ["Oslo", "Bergen"] * 20, "sales": range(40)})
print("\\n".join(f"line {n} of the head" for n in range(15)))
df`,
);
const PLOT = fence(
  'Now the sums, part by part, and as a plot.',
  `import matplotlib.pyplot as plt
for part in range(30):
    print("part", part, flush=True)
df.groupby("city")["sales"].sum().plot.bar()
plt.show()
print(df.groupby("city")["sales"].sum())`,
);
const ANSWER =
  'Bergen sold the most: $400$ against $380$, and nobody 9,313.\n\n| city | sales |\n| --- | --: |\n| Oslo | 380 |';

/** Keeps what the browser reports to have moved up or down in the notebook. */
function watchNotebook(): void {
  const moved: string[] = [];
  Reflect.set(window, 'moved', moved);
  interface Source {
    node: Node | null;
    previousRect: DOMRect;
    currentRect: DOMRect;
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      for (const { node, previousRect, currentRect } of Reflect.get(entry, 'sources') as Source[]) {
        const element = node instanceof Element ? node : node?.parentElement;
        const cell = element?.closest('[data-cell-id]');
        const isSame = Math.abs(previousRect.top - currentRect.top) < 1;
        if (cell && !isSame)
          moved.push(`${cell.getAttribute('aria-label')}: ${previousRect.top} -> ${currentRect.top}`);
      }
  }).observe({ type: 'layout-shift' });
}

/** Moves a mark until that is reported: what moved before it is reported then. */
const waitForReports = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const mark = document.body.appendChild(document.createElement('p'));
        mark.style.cssText = 'position: fixed; left: 0; width: 200px; height: 50px; background: gray';
        const move = () => {
          mark.style.top = mark.style.top === '300px' ? '200px' : '300px';
          if (mark.isConnected) requestAnimationFrame(move);
        };
        const observer = new PerformanceObserver((list) => {
          const sources = list.getEntries().flatMap((entry) => Reflect.get(entry, 'sources'));
          if (!sources.some(({ node }) => node === mark)) return;
          observer.disconnect();
          mark.remove();
          resolve();
        });
        observer.observe({ type: 'layout-shift' });
        requestAnimationFrame(move);
      }),
  );

const readMoved = (page: Page) => page.evaluate(() => Reflect.get(window, 'moved') as string[]);

test('nothing in view moves while a run writes, prints, draws, and answers', async () => {
  const { promise: isReading, resolve: goOn } = Promise.withResolvers<void>();
  const app = await openScriptedApp([
    LOAD,
    { text: PLOT, delayMs: 5, until: isReading },
    { text: ANSWER, delayMs: 5 },
    // Asked about the number that it made up, the model insists.
    { text: ANSWER, delayMs: 5 },
  ]);
  const page = await openPage();
  await openStartPage(page, app);
  await page.getByRole('textbox', { name: 'Task' }).fill('Which city sold the most?');
  await page.keyboard.press('Enter');
  const head = page.getByText('line 3 of the head').first();
  await page.getByRole('grid').first().waitFor();
  // Up, which lets go of the end; not to the very top, where the answer comes in sight above all else.
  await page.evaluate(() => scrollTo({ top: 100 }));
  await page.getByRole('button', { name: 'Latest' }).waitFor();
  const findTop = () => head.evaluate((element) => element.getBoundingClientRect().top);
  const top = await findTop();
  await page.evaluate(watchNotebook);
  goOn();
  await page.locator('[data-outcome="answered"]').waitFor({ state: 'attached' });
  expect(await readMoved(page)).toEqual([]);
  // The browser scrolls by whole pixels, and what was added above may have a part of one.
  expect(Math.abs((await findTop()) - top)).toBeLessThan(1);

  // Opened again, all is where it stays, though what is known of the numbers comes after the text.
  await page.addInitScript(watchNotebook);
  await page.reload();
  await page.getByText('1 not found (errors and warnings aside): 9,313.').waitFor();
  await waitForOpening(page);
  await waitForReports(page);
  expect(await readMoved(page)).toEqual([]);
});
