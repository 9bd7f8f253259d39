import type { KernelInfo } from '../../protocol/kernel/kernel-info.ts';
import type { Run, Session } from '../../session/session.ts';
import { findSqlSources } from '../../session/sql-sources.ts';
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

/** The language that a kernel speaks; Python before it has told. */
export function findLanguage({ info }: { info: KernelInfo | null }): Language {
  const name = info?.languageInfo.name ?? 'python';
  return LANGUAGES[name.toLowerCase()] ?? createOtherLanguage(name);
}

/** The same with what its SQL can ask. */
export function findRunLanguage({ kernel }: Session, run: Run): Language {
  const language = findLanguage(kernel);
  const sql = language === PYTHON ? findSqlSources(run) : null;
  return sql ? { ...language, sql } : language;
}
