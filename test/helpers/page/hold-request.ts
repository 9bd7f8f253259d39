/** A request that a test holds, so that it decides what happens before the reply. */
import type { Page, Route } from 'playwright-core';
import { withLimit } from '../with-limit.ts';
import { intercept } from './intercept.ts';

/** How long a page may take to send it, milliseconds: machines differ. */
const TIMEOUT_MS = 60_000;

export interface HeldRequest {
  /** Resolves when the page has sent it. */
  isHeld(): Promise<void>;
  release(): void;
}

/** Holds the next request to the address. `answer`: what becomes of it once it is released. */
export async function holdNext(
  page: Page,
  url: string,
  answer = (route: Route) => route.continue(),
): Promise<HeldRequest> {
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const wait = async (route: Route) => {
    hold();
    await isReleased;
    await answer(route);
  };
  await intercept(page, url, wait, { times: 1 });
  return { isHeld: () => withLimit(isHeld, TIMEOUT_MS, `The page did not send ${url}`), release };
}
