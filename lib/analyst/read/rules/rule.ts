/** Productions as data: a category, what it consists of, and what it means. */
import type { Category, Meanings, View } from '../words/meanings.ts';

type Part<Word extends string> = Word extends `${infer Name}?`
  ? Name extends Category
    ? [Meanings[Name] | null]
    : []
  : Word extends Category
    ? [Meanings[Word]]
    : [];
/** Several patterns, with `;` between them. */
type Choices<Patterns extends string> = Patterns extends `${infer First};${infer Rest}`
  ? Parts<First> | Choices<Rest>
  : Parts<Patterns>;
type Parts<Pattern extends string> = Pattern extends `${infer First} ${infer Rest}`
  ? [...Part<First>, ...Parts<Rest>]
  : Part<Pattern>;

export interface Rule {
  readonly category: Category;
  readonly pattern: string;
  /** The meaning from those of the parts and the view; null: these parts do not go together. */
  readonly mean: (...parts: never[]) => unknown;
  /** Dispreferred readings cost more. */
  readonly cost: number;
}

/**
 * Patterns are words (`of`), classes of words (`@be`), and categories (`Amount`), with `|` between words that may stand
 * for each other, `?` after what may be left out (then its meaning is null), and `;` between patterns with the same
 * meaning. Only categories have a meaning.
 */
export function rule<Name extends Category, const Patterns extends string>(
  category: Name,
  patterns: Patterns,
  mean: (...parts: [...Choices<Patterns>, View]) => Meanings[Name] | null,
  cost = 0,
): Rule[] {
  return patterns.split(';').map((pattern) => ({ category, pattern: pattern.trim(), mean, cost }));
}

/** Where productions that begin alike are together. */
export interface State {
  readonly next: Map<string, State>;
  readonly ends: { readonly rule: Rule; readonly isPart: readonly (boolean | null)[] }[];
}

/** The productions as one tree of their beginnings. */
export function compileRules(rules: readonly Rule[]): State {
  const root: State = { next: new Map(), ends: [] };
  for (const rule of rules) addRule(root, rule, rule.pattern.split(' '), []);
  return root;
}

function addRule(
  state: State,
  rule: Rule,
  items: readonly string[],
  isPart: readonly (boolean | null)[],
): void {
  const [item, ...rest] = items;
  if (item === undefined) {
    state.ends.push({ rule, isPart });
    return;
  }
  const isOptional = item.length > 1 && item.endsWith('?');
  const names = (isOptional ? item.slice(0, -1) : item).split('|');
  for (const name of names) {
    const next = state.next.get(name) ?? { next: new Map(), ends: [] };
    state.next.set(name, next);
    addRule(next, rule, rest, [...isPart, isCategory(name)]);
  }
  if (isOptional) addRule(state, rule, rest, isCategory(names[0] ?? '') ? [...isPart, null] : isPart);
}

function isCategory(name: string): boolean {
  const first = name.charAt(0);
  return first >= 'A' && first <= 'Z';
}
