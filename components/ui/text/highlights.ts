/**
 * The browser's own marking of text, by the names in `app/globals.css`, which changes nothing in the page. The rules apply
 * only while something is marked: with them, the browser computes a style more for each element and name.
 */

/** Of several calls with a name, the last one counts. An empty list ends it. Without effect in browsers without the feature. */
export function setHighlight(name: string, ranges: readonly Range[]): void {
  if (!('highlights' in CSS)) return;
  if (ranges.length > 0) CSS.highlights.set(name, new Highlight(...ranges));
  else CSS.highlights.delete(name);
  document.documentElement.toggleAttribute('data-highlights', CSS.highlights.size > 0);
}
