/** A plugin of remark, after remark-math: a formula in two dollars is displayed, wherever it is, as in Jupyter. */
interface Node {
  type: string;
  children?: Node[] | undefined;
  position?: { start: { offset?: number | undefined } } | undefined;
  data?: { hProperties?: { className?: string[] } } | undefined;
}

/** Reads the source from the file, which must be the text that was parsed. */
export function markDisplayMath() {
  return (tree: Node, file: { value: unknown }): void => mark(tree, String(file.value));
}

function mark(node: Node, source: string): void {
  for (const child of node.children ?? []) mark(child, source);
  if (node.type !== 'inlineMath' || !source.startsWith('$$', node.position?.start.offset ?? source.length))
    return;
  const properties = node.data?.hProperties;
  if (properties) properties.className = ['language-math', 'math-display'];
}
