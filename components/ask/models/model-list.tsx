'use client';

import type { ModelEntry } from '../../../lib/protocol/models/model-catalog.ts';
import { TextButton } from '../../ui/controls/text-button.tsx';
import { Spinner } from '../../ui/notices/spinner.tsx';
import styles from './model-list.module.css';
import { MODEL_TEXTS } from './model-texts.ts';
import { SearchableList } from './search/searchable-list.tsx';
import type { ModelCatalog } from './use-model-catalog.ts';

interface ModelListProps {
  catalog: ModelCatalog;
  value: string;
  onChoose: (model: ModelEntry) => void;
  /** Opens what connects a model server. */
  onConnect: () => void;
}

/** All models by server, to search and choose from by keyboard or pointer. */
export function ModelList({ catalog, value, onChoose, onConnect }: ModelListProps) {
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
        <div className={styles.ways}>
          <TextButton onClick={onConnect}>{MODEL_TEXTS.connect}</TextButton>
          {!isLoading && <TextButton onClick={reload}>{MODEL_TEXTS.askAgain}</TextButton>}
        </div>
      </div>
    </>
  );
}
