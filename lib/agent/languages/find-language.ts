import type { Session } from '../../session/session.ts';
import type { Language } from './language.ts';
import { createOtherLanguage } from './other.ts';
import { PYTHON } from './python.ts';
import { R } from './r.ts';
import { TYPESCRIPT } from './typescript.ts';

/** By `language_info.name` of the kernel, in lower case. */
const LANGUAGES: Readonly<Record<string, Language>> = {
  python: PYTHON,
  r: R,
  typescript: TYPESCRIPT,
  javascript: TYPESCRIPT,
};

/** The language that a session's kernel speaks; Python before its kernel has told. */
export function findLanguage({ kernel }: Pick<Session, 'kernel'>): Language {
  const name = kernel.info?.languageInfo.name ?? 'python';
  return LANGUAGES[name.toLowerCase()] ?? createOtherLanguage(name);
}
