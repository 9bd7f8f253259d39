/** What can be expected of a model, by its kind. Only this catalog knows which models are not language models. */
import type { ModelInfo } from '../runs/run.ts';

export interface ModelTraits {
  /** Whether it reads a prompt, in which it is shown files, skills, and outputs as text. */
  readonly readsPrompts: boolean;
  /** Whether its words are its own: they can be wrong, ask back, and be others the next time. */
  readonly improvises: boolean;
  /** Whether it changes the code of a cell when asked to. */
  readonly changesCode: boolean;
  /** Labels of the languages that it writes. Absent: any. */
  readonly languages?: readonly string[];
  /** What sentences call it if not “The model”. */
  readonly title?: string;
}

const LANGUAGE_MODEL: ModelTraits = { readsPrompts: true, improvises: true, changesCode: true };
const PLANNER = { readsPrompts: false, improvises: false, changesCode: false };

const TRAITS: Readonly<Record<ModelInfo['kind'], ModelTraits>> = {
  openai: LANGUAGE_MODEL,
  custom: LANGUAGE_MODEL,
  builtin: { ...PLANNER, languages: ['Python'], title: 'The analyst' },
};

/** Those of a model in a log of any age: each says its kind. */
export function traitsOf({ kind }: ModelInfo): ModelTraits {
  return TRAITS[kind];
}
