/** What the user wants a cell to be written in, made whole and checked. */
import type { CellLanguage, WantedLanguage } from '../../protocol/cells/cell-language.ts';
import { completeLanguage } from '../../session/complete-language.ts';
import type { Session } from '../../session/session.ts';
import { AppError } from '../../util/app-error.ts';
import { isTakenInPython } from '../../util/is-taken-in-python.ts';

/** Throws AppError `bad-request` for a name that the result would take from what the cell itself needs. */
export function settleLanguage(session: Session, wanted: WantedLanguage): CellLanguage {
  const language = completeLanguage(session, wanted);
  const { connection = 'duckdb', resultName } = language;
  if (resultName === connection)
    throw new AppError(
      'bad-request',
      `The result cannot be called ${resultName}: the cell needs that name itself.`,
    );
  if (isTakenInPython(resultName))
    throw new AppError(
      'bad-request',
      `The result cannot be called ${resultName}: that means something else in Python.`,
    );
  return language;
}
