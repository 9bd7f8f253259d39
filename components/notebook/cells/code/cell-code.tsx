'use client';

import type { Cell } from '../../../../lib/session/session.ts';
import { useMarkedLine } from '../../../render/code/cell-lines-context.tsx';
import { CodeBlock } from '../../../render/code/code-block.tsx';
import { useLanguage } from '../../../render/code/language-context.tsx';
import { IconButton } from '../../../ui/controls/button.tsx';
import { EditIcon, RunIcon, TrashIcon } from '../../../ui/icons.tsx';
import { CellMenu } from '../../commands/cell-menu.tsx';
import { useCommands } from '../../commands/commands-context.ts';
import type { CommandId } from '../../commands/table/command-table.ts';
import { useSelection } from '../../commands/use-selection.ts';
import { useSqlParser } from '../../editor/use-sql-parser.ts';
import { AsideText } from '../aside-text.tsx';
import { CellEditor } from '../cell-editor-form.tsx';
import { CELL_TEXTS } from '../cell-texts.ts';

interface CellCodeProps {
  cell: Cell;
  /** While true, nothing can be changed. */
  isLocked: boolean;
  /** Whether it is shown to be looked at, without buttons. */
  isReadOnly: boolean;
  /** Whether long code scrolls within a few lines. */
  isLow: boolean;
}

/** A cell's code, with buttons to edit, run, and delete it. */
export function CellCode({ cell, isLocked, isReadOnly, isLow }: CellCodeProps) {
  const kernelLanguage = useLanguage();
  const language = cell.language?.name ?? kernelLanguage;
  const { selection, runCommand } = useCommands();
  const isEditing = useSelection(({ editing }) => editing.has(cell.id));
  const parser = useSqlParser(cell.language !== undefined);
  const markedLine = useMarkedLine(cell.id);
  const run = (command: CommandId) => () => {
    selection.select(cell.id);
    runCommand(command);
  };

  if (isEditing) {
    return (
      <CellEditor
        // Another language is another field, with the text that was kept.
        key={language}
        cell={cell}
        draftName={cell.id}
        source={cell.source}
        label={cell.language ? CELL_TEXTS.sqlField : CELL_TEXTS.codeField}
        language={cell.language?.name}
        onCancel={() => selection.close(cell.id)}
      />
    );
  }
  return (
    <>
      <CodeBlock
        source={cell.source}
        language={language}
        parser={parser}
        isLow={isLow}
        markedLine={markedLine}
        onClick={isLocked ? undefined : (offset) => selection.edit(cell.id, offset)}
        placeholder={CELL_TEXTS.emptyCode}
        actions={
          !isReadOnly && (
            <>
              <IconButton label={CELL_TEXTS.run} onClick={run('cell-run')}>
                <RunIcon size={14} />
              </IconButton>
              {!isLocked && (
                <>
                  <IconButton label={CELL_TEXTS.edit} onClick={() => selection.edit(cell.id)}>
                    <EditIcon size={14} />
                  </IconButton>
                  <IconButton label={CELL_TEXTS.delete} onClick={run('cell-delete')}>
                    <TrashIcon size={14} />
                  </IconButton>
                </>
              )}
              <CellMenu cellId={cell.id} isLocked={isLocked} />
            </>
          )
        }
      />
      <AsideText cell={cell} isLocked={isLocked} />
    </>
  );
}
