import type { ModelConnection } from '../../../../lib/protocol/models/model-connection.ts';
import { Button } from '../../../ui/controls/button.tsx';
import styles from './connect.module.css';
import { CONNECT_TEXTS, describeConnection } from './connect-texts.ts';

interface ConnectionRowProps {
  connection: ModelConnection;
  onEdit: () => void;
  onRemove: () => void;
}

/** One connected server. Only those that were saved here can be changed here. */
export function ConnectionRow({ connection, onEdit, onRemove }: ConnectionRowProps) {
  const { label, models, setBy } = connection;
  return (
    <li className={styles.row}>
      <div className={styles.rowText}>
        <p className={styles.rowLabel}>
          {label}
          {models.length > 0 && <span className={styles.rowModels}>{models.join(', ')}</span>}
        </p>
        <p className={styles.hint}>{describeConnection(connection)}</p>
      </div>
      {setBy === 'user' && (
        <div className={styles.rowActions}>
          <Button look="quiet" aria-label={CONNECT_TEXTS.editOf(label)} onClick={onEdit}>
            {CONNECT_TEXTS.edit}
          </Button>
          <Button look="quiet" aria-label={CONNECT_TEXTS.removeOf(label)} onClick={onRemove}>
            {CONNECT_TEXTS.remove}
          </Button>
        </div>
      )}
    </li>
  );
}
