import type { Page, Route } from 'playwright-core';

const PROBE = '/intercepted';

/** As `page.route`, and resolves only when requests of the page are intercepted: Chromium says so before they are. */
export async function intercept(
  page: Page,
  url: string | RegExp,
  handle: (route: Route) => unknown,
  options: { times?: number } = {},
): Promise<void> {
  await page.route(url, handle, options);
  // A page that is opened later has it from the start.
  if (page.url() === 'about:blank') return;
  await page.route(`**${PROBE}`, (route) => route.fulfill());
  while (!(await page.evaluate(async (probe) => (await fetch(probe)).ok, PROBE)));
  await page.unroute(`**${PROBE}`);
}
