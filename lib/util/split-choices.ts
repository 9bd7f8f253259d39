const MAX_CHOICES = 12;
/** At the end, before a colon or marks of Markdown. */
const CHOICES = /\[([^\][\n]{1,1000})\][*_:>\s]*$/;

interface SplitQuestion {
  readonly question: string;
  /** Empty where anything can be the answer. */
  readonly choices: string[];
}

/** `Which revenue? [net / gross]`: a question, and what to choose from. One word in brackets is not a list of choices. */
export function splitChoices(text: string): SplitQuestion {
  const [marks = '', list = ''] = CHOICES.exec(text) ?? [];
  const words = list
    .split(/\s[/|]\s|\|/)
    .map((each) => each.trim())
    .filter((each) => each !== '');
  const choices = [...new Set(words)].slice(0, MAX_CHOICES);
  if (choices.length < 2) return { question: text, choices: [] };
  return { question: text.slice(0, text.length - marks.length).trimEnd(), choices };
}
