import type { Page } from 'playwright-core';

/** What invites a pointer (its cursor says so) and cannot be reached by keyboard, one line each. */
export function findPointerOnly(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const reachable =
      'button, a[href], input, select, textarea, summary, label, [tabindex], [contenteditable="true"]';
    /** Arrow keys lead from one part of these to the next. */
    const composite =
      '[role="menu"], [role="listbox"], [role="grid"], [role="treegrid"], [role="tree"], [role="tablist"], [role="radiogroup"], [role="toolbar"]';
    const inviting = ['pointer', 'grab', 'zoom-in', 'col-resize', 'row-resize'];
    const cursorOf = (element: Element) => getComputedStyle(element).cursor;
    const isInviting = (element: Element) =>
      inviting.includes(cursorOf(element)) &&
      (!element.parentElement || cursorOf(element.parentElement) !== cursorOf(element));
    const isReachable = (element: Element) => {
      if (element.closest(composite)) return true;
      const place = element.closest(reachable);
      return place !== null && !place.matches('[tabindex="-1"]');
    };
    // React Aria draws it, unseen, on both sides of a layer, for screen readers; others have Escape.
    const isDismiss = (element: Element) => element.matches('button[aria-label="Dismiss"]');
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility() && isInviting(element))
      .filter((element) => !isReachable(element) && !isDismiss(element))
      .map((element) => `pointer only: ${element.outerHTML.slice(0, 120)}`);
  });
}
