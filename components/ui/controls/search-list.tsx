'use client';

import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Input } from 'react-aria-components/Input';
import { Header, ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox';
import { TextField } from 'react-aria-components/TextField';
import styles from './search-list.module.css';

interface SearchGroup {
  id: string;
  /** Absent: the group is not separated from the others. */
  label?: ReactNode;
  items: readonly SearchItem[];
}

interface SearchItem {
  id: string;
  /** For assistive technology. */
  text: string;
  content: ReactNode;
}

interface SearchListProps {
  /** What the field is called. */
  label: string;
  placeholder: string;
  /** What the list is called. */
  listLabel: string;
  query: string;
  onQueryChange: (query: string) => void;
  /** Those that match the query, best first. */
  groups: readonly SearchGroup[];
  /** The item that is chosen now. */
  chosenId?: string;
  onChoose: (id: string) => void;
}

/** A field and the list that it searches. The field keeps the focus: arrows move in the list, Enter chooses. */
export function SearchList(props: SearchListProps) {
  const { label, placeholder, listLabel, query, onQueryChange, groups, chosenId, onChoose } = props;
  const listRef = useRef<HTMLDivElement>(null);
  // Enter chooses what is marked: after quick typing, the library can still hold an item that is gone, and would do nothing.
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return;
    const marked = listRef.current?.querySelector<HTMLElement>('[role="option"][data-focused="true"]');
    const key = marked?.dataset.key;
    if (key === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onChoose(key);
  };
  return (
    <Autocomplete inputValue={query} onInputChange={onQueryChange}>
      <TextField className={styles.search ?? ''} aria-label={label} autoFocus>
        <Input
          className={styles.field ?? ''}
          role="combobox"
          aria-expanded={groups.some(({ items }) => items.length > 0)}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          onKeyDownCapture={press}
        />
      </TextField>
      <ListBox
        ref={listRef}
        className={styles.list ?? ''}
        aria-label={listLabel}
        shouldFocusOnHover
        shouldFocusWrap
        escapeKeyBehavior="none"
        {...(chosenId === undefined
          ? { onAction: (id) => onChoose(String(id)) }
          : {
              selectionMode: 'single',
              selectedKeys: [chosenId],
              // Without a key: what was chosen before was chosen again.
              onSelectionChange: (keys) => onChoose(String([...keys][0] ?? chosenId)),
            })}
      >
        {groups.map((group) => (
          <ListBoxSection key={group.id} id={group.id}>
            {group.label && <Header className={styles.label ?? ''}>{group.label}</Header>}
            {group.items.map(({ id, text, content }) => (
              <ListBoxItem key={id} id={id} textValue={text} className={styles.item ?? ''}>
                {content}
              </ListBoxItem>
            ))}
          </ListBoxSection>
        ))}
      </ListBox>
    </Autocomplete>
  );
}
