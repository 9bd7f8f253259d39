'use client';

import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import styles from './command-palette.module.css';
import { COMMAND_TEXTS } from './command-texts.ts';
import { useCommandHandler, useCommands } from './commands-context.ts';
import { KeyNames } from './keys/key-names.tsx';
import { searchCommands } from './search-commands.ts';
import { type CommandId, getCommand, listCommandIds } from './table/command-table.ts';

/** A searchable list of all commands, opened by its own command. */
export function CommandPalette() {
  const { isAvailable } = useCommands();
  const [commands, setCommands] = useState<readonly CommandId[] | null>(null);
  // Availability depends on where the focus was before the palette opened.
  useCommandHandler('help-palette', () =>
    setCommands(listCommandIds().filter((id) => id !== 'help-palette' && isAvailable(id))),
  );
  return commands && <Palette commands={commands} onClose={() => setCommands(null)} />;
}

/** Source of the pattern: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ with a list that is always open. */
function Palette({ commands, onClose }: { commands: readonly CommandId[]; onClose: () => void }) {
  const { runCommand } = useCommands();
  const dialogRef = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState('');
  const [index, setIndex] = useState(0);
  const id = useId();
  useEffect(() => dialogRef.current?.showModal(), []);
  const found = searchCommands(commands, query);
  const active = found[index];
  const toOptionId = (command: CommandId) => `${id}-${command}`;

  // The dialog returns the focus first, because commands act where the focus was. Its close event comes too late: a
  // palette opened in the meantime would be closed by it.
  const choose = (command: CommandId | undefined) => {
    if (!command) return;
    dialogRef.current?.close();
    onClose();
    runCommand(command);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const last = found.length - 1;
    const targets: Record<string, number> = {
      ArrowDown: index >= last ? 0 : index + 1,
      ArrowUp: index <= 0 ? last : index - 1,
      PageDown: Math.min(last, index + 8),
      PageUp: Math.max(0, index - 8),
    };
    const target = targets[event.key];
    if (target === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (target === undefined) choose(active);
    else setIndex(target);
  };
  const findPointed = ({ target }: MouseEvent) => {
    const option = target instanceof Element ? target.closest('[role="option"]') : null;
    return found.findIndex((command) => toOptionId(command) === option?.id);
  };
  const point = (event: MouseEvent) => {
    const pointed = findPointed(event);
    // Not when keys scroll the list under a resting pointer.
    const isMoved = event.movementX !== 0 || event.movementY !== 0;
    if (isMoved && pointed >= 0) setIndex(pointed);
  };
  return (
    <dialog
      ref={dialogRef}
      className={styles.palette}
      aria-label="Commands"
      onClose={onClose}
      onKeyDown={press}
      onClick={(event) => choose(found[findPointed(event)])}
      onMouseMove={point}
    >
      <input
        className={styles.field}
        role="combobox"
        aria-label={COMMAND_TEXTS.search}
        aria-expanded={found.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={active && toOptionId(active)}
        placeholder={COMMAND_TEXTS.searchHint}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setIndex(0);
        }}
      />
      <div id={id} className={styles.list} role="listbox" aria-label="Commands">
        {found.map((command) => (
          <Option key={command} id={toOptionId(command)} command={command} isActive={command === active} />
        ))}
      </div>
      <p className={styles.none} role="status">
        {found.length === 0 ? COMMAND_TEXTS.noMatch : ''}
      </p>
    </dialog>
  );
}

interface OptionProps {
  id: string;
  command: CommandId;
  isActive: boolean;
}

/** The field keeps the focus while keys are pressed. */
function Option({ id, command, isActive }: OptionProps) {
  const { title, hint, keys } = getCommand(command);
  const optionRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) optionRef.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <div
      ref={optionRef}
      id={id}
      className={styles.option}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
    >
      <span>
        {title}
        {hint && <small className={styles.hint}>{hint}</small>}
      </span>
      <span className={styles.keys}>{keys?.[0] && <KeyNames keys={keys[0]} />}</span>
    </div>
  );
}
