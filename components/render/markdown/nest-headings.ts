/** The headings of a text as headings under the page's own: none skips a level, however they were written. */
import type { Element, Root } from 'hast';

/** `level`: the level of the highest headings. Their original level is kept in `data-depth`, which styles them. */
export function nestHeadings({ level }: { level: number }): (tree: Root) => void {
  return (tree) => {
    const above: number[] = [];
    for (const heading of listHeadings(tree)) {
      const depth = Number(heading.tagName.slice(1));
      while ((above.at(-1) ?? 0) >= depth) above.pop();
      above.push(depth);
      heading.tagName = `h${Math.min(6, level + above.length - 1)}`;
      heading.properties.dataDepth = depth;
    }
  };
}

function listHeadings(node: Root | Element): Element[] {
  return node.children.flatMap((child): Element[] => {
    if (child.type !== 'element') return [];
    return /^h[1-6]$/.test(child.tagName) ? [child] : listHeadings(child);
  });
}
