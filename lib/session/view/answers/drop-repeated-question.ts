/** An answer without a first heading that is the question word for word: the page shows the question right above it. */
export function dropRepeatedQuestion(answer: string, question: string): string {
  const [heading = '', words = ''] = /^\s*#{1,6}[ \t]+([^\n]*)(?:\n|$)/.exec(answer) ?? [];
  const rest = answer.slice(heading.length).trimStart();
  return rest !== '' && toWords(words) === toWords(question) ? rest : answer;
}

function toWords(text: string): string {
  return text
    .replaceAll(/[*_`#]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/[?.:!]+$/, '')
    .toLowerCase();
}
