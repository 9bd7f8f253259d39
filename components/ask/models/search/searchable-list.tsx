'use client';

import { useState } from 'react';
import type { ModelEntry, ModelProvider } from '../../../../lib/protocol/models/model-catalog.ts';
import { SearchList } from '../../../ui/controls/search-list.tsx';
import { describeModel, searchModels } from './search-models.ts';
import styles from './searchable-list.module.css';

/** Words of the list of models. */
export const SEARCH_TEXTS = {
  search: 'Search models',
  list: 'Models',
  noMatch: 'No matching models.',
  more: (count: number) => `${count.toLocaleString('en')} more. Type part of a name to find them.`,
  found: 'found on this machine',
} as const;

interface SearchableListProps {
  providers: readonly ModelProvider[];
  value: string;
  onChoose: (model: ModelEntry) => void;
}

/** Models by server, to search and choose from by keyboard or pointer. Takes the focus. */
export function SearchableList({ providers, value, onChoose }: SearchableListProps) {
  const [query, setQuery] = useState('');
  const { groups, hiddenCount } = searchModels(providers, query);
  const shown = groups.flatMap(({ models }) => models);
  const notes = [
    shown.length === 0 ? SEARCH_TEXTS.noMatch : '',
    hiddenCount > 0 ? SEARCH_TEXTS.more(hiddenCount) : '',
  ].filter(Boolean);
  return (
    <>
      <SearchList
        label={SEARCH_TEXTS.search}
        placeholder={SEARCH_TEXTS.search}
        listLabel={SEARCH_TEXTS.list}
        query={query}
        onQueryChange={setQuery}
        groups={groups.map(({ provider, models }) => ({
          id: `provider ${provider.id}`,
          label: <GroupLabel provider={provider} />,
          items: models.map((model) => ({
            id: model.id,
            text: model.label,
            content: <ModelOption model={model} />,
          })),
        }))}
        chosenId={value}
        onChoose={(id) => {
          const model = shown.find((each) => each.id === id);
          if (model) onChoose(model);
        }}
      />
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
      {providers.map((provider) => (
        <ProviderNote key={provider.id} provider={provider} />
      ))}
    </>
  );
}

function GroupLabel({ provider }: { provider: ModelProvider }) {
  return (
    <>
      {provider.label}
      {provider.isFound && <span className={styles.found}> {SEARCH_TEXTS.found}</span>}
    </>
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

function ModelOption({ model }: { model: ModelEntry }) {
  const facts = describeModel(model);
  return (
    <>
      <span className={styles.name}>{model.label}</span>
      {facts && <span className={styles.facts}>{facts}</span>}
    </>
  );
}
