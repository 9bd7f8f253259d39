import type { CellVersion } from '../../../lib/session/session.ts';
import { CodeBlock } from '../../render/code/code-block.tsx';
import { useLanguage } from '../../render/code/language-context.tsx';
import { Markdown } from '../../render/markdown/markdown.tsx';
import { OutputList } from '../../render/output/output-list.tsx';
import { useSqlParser } from '../editor/use-sql-parser.ts';
import { hasRun } from './describe-version.ts';
import styles from './history-dialog.module.css';
import { HISTORY_TEXTS } from './history-texts.ts';

/** A version of a cell: its text, and what that printed. */
export function CellContent({ cell }: { cell: CellVersion }) {
  const language = useLanguage();
  const parser = useSqlParser(cell.language !== undefined);
  if (cell.type === 'markdown') {
    return (
      <section className={styles.part} aria-label={HISTORY_TEXTS.note}>
        <Markdown text={cell.source} headingLevel={4} />
      </section>
    );
  }
  return (
    <>
      <section className={styles.part} aria-label={HISTORY_TEXTS.code}>
        <CodeBlock source={cell.source} language={cell.language?.name ?? language} parser={parser} />
      </section>
      <section className={styles.part} aria-label={HISTORY_TEXTS.output}>
        {!hasRun(cell) && <p className={styles.hint}>{HISTORY_TEXTS.neverRan}</p>}
        {hasRun(cell) && cell.outputs.length === 0 && <p className={styles.hint}>{HISTORY_TEXTS.noOutput}</p>}
        {hasRun(cell) && <OutputList key={cell.version} outputs={cell.outputs} />}
      </section>
    </>
  );
}
