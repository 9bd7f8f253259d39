'use client';

import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { ModelEntry, ModelProvider } from '../../../lib/protocol/model-catalog.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './model-list.module.css';
import { MODEL_TEXTS } from './model-texts.ts';
import { describeModel, searchModels } from './search-models.ts';
import type { ModelCatalog } from './use-model-catalog.ts';

interface ModelListProps {
  catalog: ModelCatalog;
  value: string;
  onChoose: (model: ModelEntry) => void;
}

/** All models by server, to search and choose from by keyboard or pointer. */
export function ModelList({ catalog, value, onChoose }: ModelListProps) {
  const { providers, isLoading, failure, reload } = catalog;
  return (
    <div className={styles.list}>
      {providers && <SearchableList providers={providers} value={value} onChoose={onChoose} />}
      <div role="status">
        {isLoading && (
          <p className={styles.note}>
            <Spinner /> {MODEL_TEXTS.asking}
          </p>
        )}
      </div>
      {failure && <p className={styles.note}>{failure}</p>}
      {!isLoading && (
        <TextButton className={styles.reload} onClick={reload}>
          {MODEL_TEXTS.askAgain}
        </TextButton>
      )}
    </div>
  );
}

interface SearchableListProps {
  providers: readonly ModelProvider[];
  value: string;
  onChoose: (model: ModelEntry) => void;
}

function SearchableList({ providers, value, onChoose }: SearchableListProps) {
  const [query, setQuery] = useState('');
  const [activeId, setActiveId] = useState(value);
  const listId = useId();
  const { groups, hiddenCount } = searchModels(providers, query);
  const shown = groups.flatMap(({ models }) => models);
  const active = shown.find(({ id }) => id === activeId) ?? shown[0];
  const toOptionId = (id: string) => `${listId}-${id}`;
  const optionId = active && toOptionId(active.id);
  useEffect(() => {
    if (optionId) document.getElementById(optionId)?.scrollIntoView({ block: 'nearest' });
  }, [optionId]);

  const pressKey = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (event.nativeEvent.isComposing || (!move && event.key !== 'Enter')) return;
    event.preventDefault();
    if (!active) return;
    if (move) setActiveId(shown[move(shown.indexOf(active), shown.length)]?.id ?? active.id);
    else onChoose(active);
  };
  return (
    <>
      <input
        ref={useFocusOnMount()}
        className={styles.search}
        type="search"
        role="combobox"
        aria-label={MODEL_TEXTS.search}
        placeholder={MODEL_TEXTS.search}
        autoComplete="off"
        spellCheck={false}
        aria-expanded={shown.length > 0}
        aria-controls={listId}
        aria-activedescendant={optionId}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          // The first match is what Enter takes.
          setActiveId('');
        }}
        onKeyDown={pressKey}
      />
      <div id={listId} className={styles.options} role="listbox" aria-label="Models">
        {groups.map(({ provider, models }) => (
          <fieldset
            key={provider.id}
            className={styles.group}
            aria-labelledby={`${listId}-${provider.id}-label`}
          >
            <GroupLabel id={`${listId}-${provider.id}-label`} provider={provider} />
            {models.map((model) => (
              <ModelOption
                key={model.id}
                id={toOptionId(model.id)}
                model={model}
                isChosen={model.id === value}
                isActive={model === active}
                onChoose={() => onChoose(model)}
              />
            ))}
          </fieldset>
        ))}
      </div>
      {shown.length === 0 && <p className={styles.note}>{MODEL_TEXTS.noMatch}</p>}
      {hiddenCount > 0 && <p className={styles.note}>{MODEL_TEXTS.more(hiddenCount)}</p>}
      {providers.map((provider) => (
        <ProviderNote key={provider.id} provider={provider} />
      ))}
    </>
  );
}

/** Where each key moves to, from an index into a number of options. */
const MOVES: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => Math.min(index + 1, count - 1),
  ArrowUp: (index) => Math.max(index - 1, 0),
  PageDown: (index, count) => Math.min(index + 8, count - 1),
  PageUp: (index) => Math.max(index - 8, 0),
};

function useFocusOnMount() {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => ref.current?.focus({ preventScroll: true }), []);
  return ref;
}

function GroupLabel({ id, provider }: { id: string; provider: ModelProvider }) {
  return (
    <div id={id} className={styles.groupLabel} role="presentation">
      {provider.label}
      {provider.isFound && <span className={styles.found}> {MODEL_TEXTS.found}</span>}
    </div>
  );
}

/** Why a server offers no models, or not all of them. */
function ProviderNote({ provider: { label, reason } }: { provider: ModelProvider }) {
  if (!reason) return null;
  return (
    <p className={styles.note}>
      <b>{label}:</b> {reason}
    </p>
  );
}

interface ModelOptionProps {
  id: string;
  model: ModelEntry;
  isChosen: boolean;
  /** Whether Enter would choose it. */
  isActive: boolean;
  onChoose: () => void;
}

function ModelOption({ id, model, isChosen, isActive, onChoose }: ModelOptionProps) {
  const facts = describeModel(model);
  return (
    <button
      type="button"
      id={id}
      className={styles.option}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      data-active={isActive}
      onClick={onChoose}
    >
      <span className={styles.name}>{model.label}</span>
      {facts && <span className={styles.facts}>{facts}</span>}
    </button>
  );
}
