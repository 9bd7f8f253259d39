/** A sentence in which names between backticks are set as code. */
export function CodeText({ text }: { text: string }) {
  const parts = text.split('`');
  // An odd backtick is one of the text's own.
  if (parts.length % 2 === 0) return text;
  return parts.map((part, index) => {
    const key = `${index}-${part}`;
    return index % 2 === 1 ? <code key={key}>{part}</code> : <span key={key}>{part}</span>;
  });
}
