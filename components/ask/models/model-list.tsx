'use client';

import { useState } from 'react';
import type { ModelEntry, ModelProvider } from '../../../lib/protocol/model-catalog.ts';
import { SearchList } from '../../ui/search-list.tsx';
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
    <>
      {providers && <SearchableList providers={providers} value={value} onChoose={onChoose} />}
      <div className={styles.foot}>
        <div role="status">
          {isLoading && (
            <p>
              <Spinner /> {MODEL_TEXTS.asking}
            </p>
          )}
        </div>
        {failure && <p>{failure}</p>}
        {!isLoading && <TextButton onClick={reload}>{MODEL_TEXTS.askAgain}</TextButton>}
      </div>
    </>
  );
}

interface SearchableListProps {
  providers: readonly ModelProvider[];
  value: string;
  onChoose: (model: ModelEntry) => void;
}

function SearchableList({ providers, value, onChoose }: SearchableListProps) {
  const [query, setQuery] = useState('');
  const { groups, hiddenCount } = searchModels(providers, query);
  const shown = groups.flatMap(({ models }) => models);
  const notes = [
    shown.length === 0 ? MODEL_TEXTS.noMatch : '',
    hiddenCount > 0 ? MODEL_TEXTS.more(hiddenCount) : '',
  ].filter(Boolean);
  return (
    <>
      <SearchList
        label={MODEL_TEXTS.search}
        placeholder={MODEL_TEXTS.search}
        listLabel={MODEL_TEXTS.list}
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
      {provider.isFound && <span className={styles.found}> {MODEL_TEXTS.found}</span>}
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
