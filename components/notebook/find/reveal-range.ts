const GAP_PX = 12;

/** Scrolls found text into view: in the boxes around it, and in the page, between the bar above and the dock below. */
export function revealRange(range: Range): void {
  const parent = range.startContainer.parentElement;
  for (let box = parent; box && box !== document.body; box = box.parentElement) {
    if (box.scrollHeight > box.clientHeight && /auto|scroll|hidden/.test(getComputedStyle(box).overflowY))
      scrollWithin(box, range);
  }
  const { top, bottom } = range.getBoundingClientRect();
  const bar = document.querySelector('search')?.getBoundingClientRect().bottom ?? 0;
  const dock = document.querySelector('[data-dock]')?.getBoundingClientRect().top ?? innerHeight;
  if (top >= bar + GAP_PX && bottom <= dock - GAP_PX) return;
  scrollBy({ top: (top + bottom - bar - dock) / 2, behavior: 'instant' });
}

function scrollWithin(box: Element, range: Range): void {
  const { top, bottom } = range.getBoundingClientRect();
  const view = box.getBoundingClientRect();
  if (top < view.top || bottom > view.bottom) box.scrollTop += (top + bottom - view.top - view.bottom) / 2;
}
