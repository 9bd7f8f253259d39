/** A reply that is still arriving, in the parts that will be cells: words, and code of the notebook's language. */

interface DraftPart {
  readonly kind: 'words' | 'code';
  readonly text: string;
  /** Its start offset, which does not change while the reply grows. */
  readonly start: number;
}

/** A fenced block, to its end or as far as it has arrived. */
const BLOCK =
  /^[^\S\n]{0,3}(`{3,}|~{3,})[^\S\n]*([^\n]*)\n([\s\S]*?)(?:^[^\S\n]{0,3}\1[^\S\n]*(?:\n|$)|$(?![\s\S]))/gm;
/** The beginning of a fence at the very end, which would flash as text. */
const BEGUN_FENCE = /(?:^|\n)[^\S\n]{0,3}(?:[`~]{1,2}|`{3,}[^\n`]*|~{3,}[^\n]*)$/;

export function splitDraft(reply: string, language: string): DraftPart[] {
  const markdown = toDraftMarkdown(reply);
  const parts: DraftPart[] = [];
  let end = 0;
  for (const block of markdown.matchAll(BLOCK)) {
    const [whole, , label = '', code = ''] = block;
    if (!isCodeLabel(label, language)) continue;
    parts.push({ kind: 'words', text: markdown.slice(end, block.index), start: end });
    parts.push({ kind: 'code', text: code.replace(/\n[`~]*$/, ''), start: block.index });
    end = block.index + whole.length;
  }
  parts.push({ kind: 'words', text: markdown.slice(end).replace(BEGUN_FENCE, ''), start: end });
  return parts.filter(({ kind, text }) => kind === 'code' || text.trim() !== '');
}

/**
 * A reply that is still arriving, as Markdown: `<execute>` becomes a Python block, open until it is closed,
 * and the beginning of a tag at the very end is held back so that it does not flash.
 */
export function toDraftMarkdown(reply: string): string {
  return reply
    .replace(/<\/?[a-z]{0,7}$/i, '')
    .replaceAll(/<execute>\s*?\n?/gi, '\n\n```python\n')
    .replaceAll(/\n?<\/execute>/gi, '\n```\n');
}

const LABELS: Record<string, readonly string[]> = {
  python: ['python', 'python3', 'py', 'ipython', 'ipython3'],
};

function isCodeLabel(label: string, language: string): boolean {
  const name =
    label
      .trim()
      .split(/[\s,{]/)[0]
      ?.toLowerCase() ?? '';
  return name !== '' && (LABELS[language] ?? [language.toLowerCase()]).includes(name);
}
